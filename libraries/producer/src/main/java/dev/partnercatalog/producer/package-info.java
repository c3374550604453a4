/** For upstream teams: publishes records to the catalog's input topics, and rejects those that the catalog would reject. */
@NullMarked
package dev.partnercatalog.producer;

import org.jspecify.annotations.NullMarked;

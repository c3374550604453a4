/** What reads the catalog from its topics, tested on topics in memory. */
@NullMarked
package dev.partnercatalog.operations.recorded;

import org.jspecify.annotations.NullMarked;

/** Tests of the code that reads the catalog from its topics, on topics in memory. */
@NullMarked
package dev.partnercatalog.operations.recorded;

import org.jspecify.annotations.NullMarked;

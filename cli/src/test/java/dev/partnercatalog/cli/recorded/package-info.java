/** Tests of the code that reads the catalog from its topics, on topics in memory. */
@NullMarked
package dev.partnercatalog.cli.recorded;

import org.jspecify.annotations.NullMarked;

/** Tests of the command {@code explain}. */
@NullMarked
package dev.partnercatalog.cli.explain;

import org.jspecify.annotations.NullMarked;

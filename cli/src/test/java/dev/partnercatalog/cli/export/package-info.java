/** Tests of the command {@code export}. */
@NullMarked
package dev.partnercatalog.cli.export;

import org.jspecify.annotations.NullMarked;

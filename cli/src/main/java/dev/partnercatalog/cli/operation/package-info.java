/** Commands over the operations that {@code operations} lists: their options, help and output. */
@NullMarked
package dev.partnercatalog.cli.operation;

import org.jspecify.annotations.NullMarked;

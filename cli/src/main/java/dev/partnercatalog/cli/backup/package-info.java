/**
 * {@code ./catalog backup} and {@code restore}: what can't be rebuilt from upstream, to a file and back.
 *
 * <p>This package doesn't know what is in the file.
 */
@NullMarked
package dev.partnercatalog.cli.backup;

import org.jspecify.annotations.NullMarked;

/**
 * {@code ./catalog backup} and {@code restore}: what can't be made again from upstream, in a file and back.
 *
 * <p>What is in the file is not known here.
 */
@NullMarked
package dev.partnercatalog.cli.backup;

import org.jspecify.annotations.NullMarked;

/**
 * What can't be made again from upstream, in one file: written, checked, and brought back into topics that are empty.
 *
 * <p>What the rows of an application's store mean is known in that application alone.
 */
@NullMarked
package dev.partnercatalog.operations.backup;

import org.jspecify.annotations.NullMarked;

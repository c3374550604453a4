/**
 * What can't be rebuilt from upstream, in one file: written, verified, and restored into empty topics.
 *
 * <p>Only an application itself knows what the rows of its store mean.
 */
@NullMarked
package dev.partnercatalog.operations.backup;

import org.jspecify.annotations.NullMarked;

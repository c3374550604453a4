/**
 * The audit log at the command line: commands that change something write to it, and one reads it.
 *
 * <p>What a command did is in {@code operations.audit}; here is only who says that they run it.
 */
@NullMarked
package dev.partnercatalog.cli.audit;

import org.jspecify.annotations.NullMarked;

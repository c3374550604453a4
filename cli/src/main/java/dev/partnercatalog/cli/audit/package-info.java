/**
 * The audit log on the command line: commands that change something write to it, and one reads it.
 *
 * <p>{@code operations.audit} records what a command did; this package only determines who runs it.
 */
@NullMarked
package dev.partnercatalog.cli.audit;

import org.jspecify.annotations.NullMarked;

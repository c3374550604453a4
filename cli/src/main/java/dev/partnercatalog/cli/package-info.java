/**
 * The program {@code ./catalog}: its entry point, how it reports faults, and how other modules add commands.
 *
 * <p>The commands are in the packages below this one, most of them in {@code command}. No rule of the catalog is here.
 */
@NullMarked
package dev.partnercatalog.cli;

import org.jspecify.annotations.NullMarked;

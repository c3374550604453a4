/**
 * The program {@code ./catalog}: its entry point, how it reports faults, and how other modules add commands.
 *
 * <p>Each command is in its own package below this one. No rule of the catalog is here.
 */
@NullMarked
package dev.partnercatalog.cli;

import org.jspecify.annotations.NullMarked;

/**
 * The program {@code ./catalog}: its entry point, how it reports faults, and how other modules add commands.
 */
@NullMarked
package dev.partnercatalog.cli;

import org.jspecify.annotations.NullMarked;

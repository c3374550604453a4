/**
 * The program {@code ./catalog}: its entry point, how it reports faults, and what others plug commands into.
 *
 * <p>Each command lives in a package of its own below. No rule of the catalog lives here.
 */
@NullMarked
package dev.partnercatalog.cli;

import org.jspecify.annotations.NullMarked;

/**
 * The catalog as its topics contain it, read without any of our applications, for commands that show it to people.
 *
 * <p>Reads, and asks the applications' own code for the results; writes nothing and has no rules of its own.
 */
@NullMarked
package dev.partnercatalog.operations.recorded;

import org.jspecify.annotations.NullMarked;

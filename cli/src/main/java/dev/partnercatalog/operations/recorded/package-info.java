/**
 * The catalog as its topics contain it, read without any of our applications, for commands that show it to people.
 *
 * <p>Reads, and asks the applications' own code for the results; writes nothing and has no rules of its own.
 *
 * <p>{@code NearIds} finds ids that are probably meant to be the same although they differ, for people who look for the reason why
 * something isn't found. Nothing is ever matched by this: an id is exactly what was published.
 */
@NullMarked
package dev.partnercatalog.operations.recorded;

import org.jspecify.annotations.NullMarked;

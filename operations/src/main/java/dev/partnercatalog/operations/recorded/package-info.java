/**
 * The catalog as its topics have it, read without any of our applications: for commands that show it to people.
 *
 * <p>Reads, and asks the applications' own code what follows; writes nothing and has no rules of its own.
 */
@NullMarked
package dev.partnercatalog.operations.recorded;

import org.jspecify.annotations.NullMarked;

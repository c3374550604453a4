/**
 * The catalog as its topics have it, read without any application of ours: for commands that tell people about it.
 *
 * <p>Reads, and asks the applications' own code what follows; writes nothing and has no rules of its own.
 */
@NullMarked
package dev.partnercatalog.operations.recorded;

import org.jspecify.annotations.NullMarked;

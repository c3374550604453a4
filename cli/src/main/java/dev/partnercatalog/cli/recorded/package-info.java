/**
 * The catalog as its topics contain it, read without any of the applications. Asks the applications' own code for the
 * results; writes nothing and has no rules of its own.
 */
@NullMarked
package dev.partnercatalog.cli.recorded;

import org.jspecify.annotations.NullMarked;

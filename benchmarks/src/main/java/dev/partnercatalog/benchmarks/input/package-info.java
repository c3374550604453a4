/** The generated catalog as upstream systems publish it, how it changes, and the entries that must follow from it. */
@NullMarked
package dev.partnercatalog.benchmarks.input;

import org.jspecify.annotations.NullMarked;

/** The generated catalog as upstream systems publish it, how it changes, and what entries must come of that. */
@NullMarked
package dev.partnercatalog.benchmarks.input;

import org.jspecify.annotations.NullMarked;

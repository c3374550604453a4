/** Measures what the applications use with many variants, and how soon they are ready again. */
@NullMarked
package dev.partnercatalog.benchmarks.capacity;

import org.jspecify.annotations.NullMarked;

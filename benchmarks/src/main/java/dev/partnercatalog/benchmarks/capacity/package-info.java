/** The rows of what the applications use, and how soon they are ready again, with many variants. */
@NullMarked
package dev.partnercatalog.benchmarks.capacity;

import org.jspecify.annotations.NullMarked;

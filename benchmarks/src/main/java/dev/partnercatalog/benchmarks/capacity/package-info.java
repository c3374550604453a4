/** The rows of what the applications take and how soon they are back, with many variants. */
@NullMarked
package dev.partnercatalog.benchmarks.capacity;

import org.jspecify.annotations.NullMarked;

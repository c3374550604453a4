/** Measures how fast published events become entries, compared with other systems that do some or all of that. */
@NullMarked
package dev.partnercatalog.benchmarks.resolving;

import org.jspecify.annotations.NullMarked;

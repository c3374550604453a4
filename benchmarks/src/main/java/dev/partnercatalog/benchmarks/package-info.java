/**
 * Measures the system against what a user would use instead: both in turn in one run, each in a separate virtual
 * machine, as ratios. Never deployed.
 */
@NullMarked
package dev.partnercatalog.benchmarks;

import org.jspecify.annotations.NullMarked;

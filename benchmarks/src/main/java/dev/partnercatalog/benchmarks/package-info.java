/**
 * Measures the system against what a user would use instead: both in turn in one run, each in a virtual machine of its
 * own, as ratios. Deployed nowhere.
 */
@NullMarked
package dev.partnercatalog.benchmarks;

import org.jspecify.annotations.NullMarked;

/** Measures webhook deliveries, compared with other ways to post the same; contains their receiver. */
@NullMarked
package dev.partnercatalog.benchmarks.delivery;

import org.jspecify.annotations.NullMarked;

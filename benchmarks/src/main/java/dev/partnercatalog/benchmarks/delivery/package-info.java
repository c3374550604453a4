/** The rows of webhook deliveries, with what they are compared with and the receiver. */
@NullMarked
package dev.partnercatalog.benchmarks.delivery;

import org.jspecify.annotations.NullMarked;

/** Measures how long an event takes to reach a partner's webhook; contains the publisher, the receiver and the floor. */
@NullMarked
package dev.partnercatalog.benchmarks.freshness;

import org.jspecify.annotations.NullMarked;

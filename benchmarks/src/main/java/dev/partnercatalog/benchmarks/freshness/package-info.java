/** The rows of how long an event takes to reach a partner's webhook, with the publisher, the receiver and the floor. */
@NullMarked
package dev.partnercatalog.benchmarks.freshness;

import org.jspecify.annotations.NullMarked;

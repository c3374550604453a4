/** The rows of how long an event takes to a partner's webhook, with who publishes, who receives and the floor. */
@NullMarked
package dev.partnercatalog.benchmarks.freshness;

import org.jspecify.annotations.NullMarked;

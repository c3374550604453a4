/** A standalone and commands as users start them, by {@code ./catalog}, against limits and a command of Kafka's own. */
@NullMarked
package dev.partnercatalog.benchmarks.launcher;

import org.jspecify.annotations.NullMarked;

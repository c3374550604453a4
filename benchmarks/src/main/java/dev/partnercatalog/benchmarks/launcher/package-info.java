/**
 * A standalone and commands as users start them with {@code ./catalog}, compared with limits and one of Kafka's own
 * commands.
 */
@NullMarked
package dev.partnercatalog.benchmarks.launcher;

import org.jspecify.annotations.NullMarked;

/**
 * Publishes files of events to the input topics, or checks them: a publisher that other programs can use, and the
 * commands around it.
 *
 * <p>What a line means is settled in {@code eventfile}; here it is only sent, counted and reported.
 */
@NullMarked
package dev.partnercatalog.cli.publish;

import org.jspecify.annotations.NullMarked;

/**
 * Publishes NDJSON to the input topics: a publisher that other programs can use, and the command around it.
 *
 * <p>What a line means is settled in {@code ndjson}; here it is only sent, counted and reported.
 */
@NullMarked
package dev.partnercatalog.cli.publish;

import org.jspecify.annotations.NullMarked;

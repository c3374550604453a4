/**
 * The rules of the catalog as pure functions: they turn layers into one entry, merge configurations into one
 * configuration, and turn both into what a partner reads.
 *
 * <p>Nothing here knows topics, requests, Avro classes or the time of day. Every type is immutable and thread-safe,
 * unless it says otherwise. The numbers D1 to D15 refer to the rules in {@code docs/rules.md}.
 */
@NullMarked
package dev.partnercatalog.resolution;

import org.jspecify.annotations.NullMarked;

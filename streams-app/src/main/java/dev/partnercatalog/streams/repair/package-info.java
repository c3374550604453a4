/**
 * How an operator's audit has rows of the resolver's stores stated again, or removed if no event accounts for them.
 *
 * <p>Nothing here knows what a row contains, or how an audit finds the rows that are wrong.
 */
@NullMarked
package dev.partnercatalog.streams.repair;

import org.jspecify.annotations.NullMarked;

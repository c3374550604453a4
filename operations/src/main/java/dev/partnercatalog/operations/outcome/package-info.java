/**
 * What became of events that were published: whether the resolver has processed them, and which of them it rejected.
 *
 * <p>An upstream team's account may find this out with few rights: it needs the positions of its own records, the
 * resolver's progress, and the dead letters.
 */
@NullMarked
package dev.partnercatalog.operations.outcome;

import org.jspecify.annotations.NullMarked;

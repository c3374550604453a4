/**
 * Sets aside records that a stream thread can't process, so that one record never stops those behind it: at once if
 * their fault is known, otherwise after a few attempts.
 *
 * <p>Nothing here knows what a record means, or what operators do with dead letters.
 */
@NullMarked
package dev.partnercatalog.runtime.quarantine;

import org.jspecify.annotations.NullMarked;

/**
 * Sets records aside that a stream thread can't process, so that one record never stops those behind it: at once if
 * their fault is known, and after a few attempts if it isn't. Attempts are counted over restarts.
 *
 * <p>What a record means is not known here, nor what operators do with dead letters.
 */
@NullMarked
package dev.partnercatalog.runtime.quarantine;

import org.jspecify.annotations.NullMarked;

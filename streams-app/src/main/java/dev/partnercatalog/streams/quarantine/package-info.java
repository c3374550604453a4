/** Sets aside records that a stream thread can't process, so that one record never stops those behind it. */
@NullMarked
package dev.partnercatalog.streams.quarantine;

import org.jspecify.annotations.NullMarked;

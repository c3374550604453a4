/**
 * From the bytes of the input topics to events that are known to be well-formed, or to dead letters.
 *
 * <p>No code beyond this package sees an unchecked id.
 */
@NullMarked
package dev.partnercatalog.streams.input;

import org.jspecify.annotations.NullMarked;

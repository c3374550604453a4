/**
 * From the bytes of the input topics to events that are known to be well formed, or to a dead letter.
 *
 * <p>Nothing past this package sees an unchecked id.
 */
@NullMarked
package dev.partnercatalog.streams.input;

import org.jspecify.annotations.NullMarked;

/** From the bytes of the input topics to well-formed events: no code beyond this sees an unchecked id. */
@NullMarked
package dev.partnercatalog.streams.input;

import org.jspecify.annotations.NullMarked;

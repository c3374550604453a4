/**
 * All layers of a barcode in one ordered store, and the entries that follow from them.
 *
 * <p>Which layer wins is decided in {@code resolution}; here it is decided which entries a change can affect.
 */
@NullMarked
package dev.partnercatalog.streams.variant;

import org.jspecify.annotations.NullMarked;

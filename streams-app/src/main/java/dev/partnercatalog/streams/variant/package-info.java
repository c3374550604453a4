/** All layers of a barcode in one ordered store, and the entries that a change of one can affect. */
@NullMarked
package dev.partnercatalog.streams.variant;

import org.jspecify.annotations.NullMarked;

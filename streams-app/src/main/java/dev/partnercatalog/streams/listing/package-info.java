/** Which barcode each scope lists under an SKU, and what changes when an SKU moves. */
@NullMarked
package dev.partnercatalog.streams.listing;

import org.jspecify.annotations.NullMarked;

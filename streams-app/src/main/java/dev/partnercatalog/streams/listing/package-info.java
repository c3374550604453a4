/**
 * Which barcode each scope lists under an SKU, and what changes when an SKU moves.
 *
 * <p>What a variant looks like is not known here.
 */
@NullMarked
package dev.partnercatalog.streams.listing;

import org.jspecify.annotations.NullMarked;

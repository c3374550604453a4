/**
 * The operations of the API: what each accepts, which rules it follows and what it returns. Nothing here knows where data is
 * kept.
 */
@NullMarked
package dev.partnercatalog.query.operation;

import org.jspecify.annotations.NullMarked;

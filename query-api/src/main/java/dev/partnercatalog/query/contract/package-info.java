/**
 * What the API publishes about itself: the OpenAPI document and what is derived from it, and the AsyncAPI document.
 * Open to everyone (D16, D23).
 *
 * <p>The document is the contract: tests check the operations against it, not the other way round.
 */
@NullMarked
package dev.partnercatalog.query.contract;

import org.jspecify.annotations.NullMarked;

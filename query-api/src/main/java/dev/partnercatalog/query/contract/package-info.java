/**
 * What the API publishes of itself: the OpenAPI document and what is made of it, and the AsyncAPI document. Open to
 * everyone (D16, D23).
 *
 * <p>The document is the contract: operations are held to it by their tests, not the other way round.
 */
@NullMarked
package dev.partnercatalog.query.contract;

import org.jspecify.annotations.NullMarked;

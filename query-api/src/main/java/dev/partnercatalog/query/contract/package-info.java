/**
 * What the API publishes about itself, open to everyone (D16, D23). The document is the contract: tests check the operations
 * against it, not the other way round.
 */
@NullMarked
package dev.partnercatalog.query.contract;

import org.jspecify.annotations.NullMarked;

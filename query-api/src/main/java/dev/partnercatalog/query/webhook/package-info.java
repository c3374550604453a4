/**
 * How partners' webhooks stand, as those that send to them tell.
 *
 * <p>What a partner is told of it, and what it may do about it, is not known here.
 */
@NullMarked
package dev.partnercatalog.query.webhook;

import org.jspecify.annotations.NullMarked;

/**
 * The status of partners' webhooks, as reported by their senders.
 *
 * <p>Nothing here knows what a partner sees of it, or what it may do about it.
 */
@NullMarked
package dev.partnercatalog.query.webhook;

import org.jspecify.annotations.NullMarked;

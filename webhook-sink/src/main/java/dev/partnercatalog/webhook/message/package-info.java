/**
 * The messages: the body of a webhook and its signature, as in Standard Webhooks (D25).
 *
 * <p>This package doesn't know when or where a message is sent.
 */
@NullMarked
package dev.partnercatalog.webhook.message;

import org.jspecify.annotations.NullMarked;

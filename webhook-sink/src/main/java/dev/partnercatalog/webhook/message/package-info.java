/**
 * What is sent: the body of a webhook and its signature, as Standard Webhooks has them (D25).
 *
 * <p>Nothing here knows when or whereto a message goes.
 */
@NullMarked
package dev.partnercatalog.webhook.message;

import org.jspecify.annotations.NullMarked;

/**
 * Getting a message to a partner's endpoint: which endpoints may be tried when, one attempt over HTTP, and its outcome
 * (D26); and whether a failure is the endpoint's or the message's (D37).
 *
 * <p>This package doesn't know what a message contains, or whether it is still wanted.
 */
@NullMarked
package dev.partnercatalog.webhook.delivery;

import org.jspecify.annotations.NullMarked;

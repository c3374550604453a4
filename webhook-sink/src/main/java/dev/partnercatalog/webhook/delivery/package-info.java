/**
 * Messages, as in Standard Webhooks (D25), and getting one to a partner's endpoint: which endpoints may be tried when, one
 * attempt over HTTP, and its outcome (D26); and whether a failure is the endpoint's or the message's (D37).
 *
 * <p>This package doesn't know whether what a message contains is still wanted.
 */
@NullMarked
package dev.partnercatalog.webhook.delivery;

import org.jspecify.annotations.NullMarked;

/**
 * What a message carries, and its connection is made with, because the partner's endpoint asks for it: keys that sign,
 * headers, access tokens, client certificates.
 *
 * <p>When a message is sent, and what comes of it, is not known here.
 */
@NullMarked
package dev.partnercatalog.webhook.credential;

import org.jspecify.annotations.NullMarked;

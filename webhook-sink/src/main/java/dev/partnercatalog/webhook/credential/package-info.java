/**
 * What a partner's endpoint requires of a message and its connection: signing keys, headers, access tokens, client
 * certificates.
 *
 * <p>This package doesn't know when a message is sent, or how the attempt ends.
 */
@NullMarked
package dev.partnercatalog.webhook.credential;

import org.jspecify.annotations.NullMarked;

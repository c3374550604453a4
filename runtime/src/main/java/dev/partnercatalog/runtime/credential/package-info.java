/**
 * What a partner's endpoint may ask of the sender beside the symmetric signature: keys of {@code v1a} signatures, headers,
 * OAuth 2.0 client credentials and a client certificate. Their rules, and how they are kept encrypted.
 *
 * <p>Nothing here sends anything, and nothing here logs or prints a secret.
 */
@NullMarked
package dev.partnercatalog.runtime.credential;

import org.jspecify.annotations.NullMarked;

/**
 * The built-in issuer of access tokens: an OAuth 2.0 token endpoint for the client credentials grant, its signing keys
 * and its metadata.
 *
 * <p>The API itself only verifies tokens (package {@code access}) and can be pointed at another issuer; nothing of it
 * is known here.
 */
@NullMarked
package dev.partnercatalog.query.token;

import org.jspecify.annotations.NullMarked;

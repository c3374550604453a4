/**
 * The built-in issuer of access tokens: an OAuth 2.0 token endpoint for the client credentials grant, its signing keys
 * and its metadata.
 *
 * <p>The API itself only verifies tokens (package {@code access}) and can use another issuer instead; nothing here
 * knows the API.
 */
@NullMarked
package dev.partnercatalog.query.token;

import org.jspecify.annotations.NullMarked;

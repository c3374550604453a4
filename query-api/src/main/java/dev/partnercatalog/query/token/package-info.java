/** The built-in issuer of access tokens, which the API doesn't know: it only verifies tokens, and can use another issuer. */
@NullMarked
package dev.partnercatalog.query.token;

import org.jspecify.annotations.NullMarked;

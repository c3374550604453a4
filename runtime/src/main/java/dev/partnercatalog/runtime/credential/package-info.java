/**
 * What a partner's endpoint may require of the sender in addition to the symmetric signature: keys for {@code v1a}
 * signatures, headers, OAuth 2.0 client credentials and a client certificate. Contains their rules, and how they are
 * stored in encrypted form.
 *
 * <p>Nothing here sends anything, and nothing here logs or prints a secret.
 */
@NullMarked
package dev.partnercatalog.runtime.credential;

import org.jspecify.annotations.NullMarked;

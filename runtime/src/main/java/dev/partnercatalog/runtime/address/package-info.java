/**
 * The addresses to which webhooks may be sent (D18): pure rules on URLs and IP addresses, without an HTTP client.
 *
 * <p>The code that accepts a URL from a partner and the code that connects to it must apply the same rules, so nothing
 * here may depend on either of them.
 */
@NullMarked
package dev.partnercatalog.runtime.address;

import org.jspecify.annotations.NullMarked;

/**
 * Webhooks as several applications see them: the addresses to which they may be sent (D18), what a partner requests, and
 * what is known of endpoints and attempts. The code that accepts a URL and the code that connects to it apply the same rules.
 */
@NullMarked
package dev.partnercatalog.runtime.webhook;

import org.jspecify.annotations.NullMarked;

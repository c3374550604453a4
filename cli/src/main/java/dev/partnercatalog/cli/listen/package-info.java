/**
 * {@code ./catalog listen}: a partner's end of the webhook, for developers of partners, and for the demo.
 *
 * <p>It knows what a partner knows, which is the secret, and nothing of Kafka or of how messages are made.
 */
@NullMarked
package dev.partnercatalog.cli.listen;

import org.jspecify.annotations.NullMarked;

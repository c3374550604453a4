/**
 * {@code ./catalog listen}: a partner's webhook receiver, for developers at partners, and for the demo.
 *
 * <p>It knows what a partner knows, which is the secret, and nothing about Kafka or how messages are made.
 */
@NullMarked
package dev.partnercatalog.cli.listen;

import org.jspecify.annotations.NullMarked;

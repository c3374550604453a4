/**
 * The application that delivers variants to partners' webhooks: its settings, its topology and its life cycle.
 *
 * <p>What is sent and when is decided in {@code reconcile}, and how it gets there in {@code delivery}; here they are only
 * put together.
 */
@NullMarked
package dev.partnercatalog.webhook;

import org.jspecify.annotations.NullMarked;

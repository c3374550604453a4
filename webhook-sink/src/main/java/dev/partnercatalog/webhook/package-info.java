/**
 * The application that delivers variants to partners' webhooks: its settings, its topology and its life cycle.
 *
 * <p>{@code reconcile} decides what is sent and when, and {@code delivery} how it gets there; this package only wires
 * them together.
 */
@NullMarked
package dev.partnercatalog.webhook;

import org.jspecify.annotations.NullMarked;

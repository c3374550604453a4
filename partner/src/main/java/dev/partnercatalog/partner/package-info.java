/**
 * For partners: verifies and reads the catalog's webhooks ({@link dev.partnercatalog.partner.WebhookVerifier}), and calculates
 * the digests that prove a copy of the catalog ({@link dev.partnercatalog.partner.CopyProof}).
 *
 * <p>Needs Jackson and nothing from the service. Independent of any HTTP library: it takes headers and bytes from any server.
 */
@NullMarked
package dev.partnercatalog.partner;

import org.jspecify.annotations.NullMarked;

/**
 * What the sink writes down for others: how endpoints stand, what is due, alerts, and every attempt. It is written on a thread of
 * its own and never holds up a delivery.
 *
 * <p>What any of it means is settled where it comes from, not here.
 */
@NullMarked
package dev.partnercatalog.webhook.journal;

import org.jspecify.annotations.NullMarked;

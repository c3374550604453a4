/**
 * What the sink records for others: the health of endpoints, the backlog, and every attempt. It is written on a
 * separate thread and never holds up a delivery.
 *
 * <p>The meaning of these records is decided where they come from, not here.
 */
@NullMarked
package dev.partnercatalog.webhook.journal;

import org.jspecify.annotations.NullMarked;

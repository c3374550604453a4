/**
 * The metrics of the deliveries, for operators, in Prometheus' format.
 *
 * <p>Nothing here makes decisions, and no partner sees it.
 */
@NullMarked
package dev.partnercatalog.webhook.metrics;

import org.jspecify.annotations.NullMarked;

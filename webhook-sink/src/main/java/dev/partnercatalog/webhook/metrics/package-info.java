/**
 * What operators can measure of the deliveries, in Prometheus' format.
 *
 * <p>Nothing here decides anything, and no partner sees it.
 */
@NullMarked
package dev.partnercatalog.webhook.metrics;

import org.jspecify.annotations.NullMarked;

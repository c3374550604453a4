/**
 * What the applications share in running on Kafka: settings, the life cycle of a Kafka Streams application, and what is
 * looked at now and then while it runs.
 *
 * <p>Nothing here knows a rule of the catalog or an endpoint.
 */
@NullMarked
package dev.partnercatalog.runtime;

import org.jspecify.annotations.NullMarked;

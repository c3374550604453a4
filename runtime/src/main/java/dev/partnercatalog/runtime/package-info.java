/**
 * What the applications share in running on Kafka: settings and the life cycle of a Kafka Streams application.
 *
 * <p>Nothing here knows a rule of the catalog or an endpoint.
 */
@NullMarked
package dev.partnercatalog.runtime;

import org.jspecify.annotations.NullMarked;

/**
 * What the applications have in common when running on Kafka: settings, the life cycle of a Kafka Streams application,
 * and periodic checks while it runs.
 *
 * <p>Nothing here knows the catalog's rules or an API endpoint.
 */
@NullMarked
package dev.partnercatalog.runtime;

import org.jspecify.annotations.NullMarked;

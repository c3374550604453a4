/** What the applications have in common when running on Kafka: settings, their life cycle, and periodic checks. */
@NullMarked
package dev.partnercatalog.runtime;

import org.jspecify.annotations.NullMarked;

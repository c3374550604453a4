/** For Kafka Connect: makes events of the catalog from the rows of a database. Which values fit, {@code schemas} says. */
@NullMarked
package dev.partnercatalog.connect;

import org.jspecify.annotations.NullMarked;

/**
 * The transformation for Kafka Connect that makes events of the catalog from the rows of a database. It knows rows and
 * Connect; which values fit, and how they are written, is for {@code schemas} to say.
 */
@NullMarked
package dev.partnercatalog.connect;

import org.jspecify.annotations.NullMarked;

/**
 * The servers that a production installation has beside it, run by ourselves: an Apache Kafka node in this JVM and an
 * Apicurio Registry in a child process, both on the loopback address only. Nothing here knows the catalog.
 */
@NullMarked
package dev.partnercatalog.standalone.embedded;

import org.jspecify.annotations.NullMarked;

/**
 * The servers that a production installation has beside it, run by this program: an Apache Kafka node in this JVM and
 * an Apicurio Registry in a child process, both only on the loopback address. This package doesn't know the catalog.
 */
@NullMarked
package dev.partnercatalog.standalone.embedded;

import org.jspecify.annotations.NullMarked;

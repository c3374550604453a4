/**
 * The rules of the catalog as pure functions: layers to one entry, configurations to one configuration, and both to
 * what a partner reads.
 *
 * <p>Nothing here knows a topic, a request, an Avro class or the time of day; every type is immutable and safe to
 * share between threads. The numbers D1 to D15 name the rules as {@code docs/rules.md} tells them to partners.
 */
@NullMarked
package dev.partnercatalog.resolution;

import org.jspecify.annotations.NullMarked;

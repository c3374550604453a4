/** Keeps a key's events in order when the owner of an input topic adds partitions to it. */
@NullMarked
package dev.partnercatalog.streams.partition;

import org.jspecify.annotations.NullMarked;

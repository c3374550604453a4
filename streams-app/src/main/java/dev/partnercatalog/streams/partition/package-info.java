/**
 * Keeps a key's events in order when the owner of an input topic adds partitions to it, and reads all of a topic that
 * was deleted and made anew.
 */
@NullMarked
package dev.partnercatalog.streams.partition;

import org.jspecify.annotations.NullMarked;

/** Snapshots and changes of what a scope lists, against bare handlers that give as many bytes to the same client. */
@NullMarked
package dev.partnercatalog.benchmarks.feed;

import org.jspecify.annotations.NullMarked;

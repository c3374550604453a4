/**
 * Snapshots and changes of what a scope lists, compared with bare handlers that return as many bytes to the same
 * client.
 */
@NullMarked
package dev.partnercatalog.benchmarks.feed;

import org.jspecify.annotations.NullMarked;

/**
 * Reading partitions that other instances hold, and letting them read ours.
 *
 * <p>What the records mean is not known here, and nothing here is for partners: it is served on a port of its own, to
 * callers that hold the same master key.
 */
@NullMarked
package dev.partnercatalog.query.peer;

import org.jspecify.annotations.NullMarked;

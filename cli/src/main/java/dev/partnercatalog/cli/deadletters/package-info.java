/**
 * {@code ./catalog dead-letters}: the rejected events as an operator sees them, and the way back to their topics.
 *
 * <p>{@code operations.deadletter} reads and republishes them.
 */
@NullMarked
package dev.partnercatalog.cli.deadletters;

import org.jspecify.annotations.NullMarked;

/**
 * {@code ./catalog dead-letters}: the rejected events as an operator sees them, and the way back into their topics.
 *
 * <p>How they are read and published again is the matter of {@code runtime.deadletter}.
 */
@NullMarked
package dev.partnercatalog.cli.deadletters;

import org.jspecify.annotations.NullMarked;

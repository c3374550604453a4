/**
 * Translates between the records of the topics and the model of the rules: a variant's layers and its resolved entry.
 *
 * <p>Translation only; what a value means is decided in {@code resolution}.
 */
@NullMarked
package dev.partnercatalog.runtime.variant;

import org.jspecify.annotations.NullMarked;

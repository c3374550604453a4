/** Translates between the records of the topics and the model of the rules. What a value means is decided there. */
@NullMarked
package dev.partnercatalog.runtime.variant;

import org.jspecify.annotations.NullMarked;

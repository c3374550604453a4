/** Where an event is in its topic, for a publisher that asks what becomes of it. */
@NullMarked
package dev.partnercatalog.runtime.trace;

import org.jspecify.annotations.NullMarked;

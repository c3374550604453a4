/**
 * What accompanies an event from its producer to the partners: its trace and its time.
 *
 * <p>Nothing here decides what is resolved, served or sent.
 */
@NullMarked
package dev.partnercatalog.runtime.trace;

import org.jspecify.annotations.NullMarked;

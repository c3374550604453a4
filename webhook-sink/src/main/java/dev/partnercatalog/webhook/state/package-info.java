/**
 * What the sink remembers: one store a task, its keys and values, and the signal that what was written is safe.
 *
 * <p>All of it lives in one store on purpose. Its changelog is then one ordered log, so that what a crash leaves is
 * always the state of some earlier moment, never half of a later one. What is done with it is decided in
 * {@code reconcile}.
 */
@NullMarked
package dev.partnercatalog.webhook.state;

import org.jspecify.annotations.NullMarked;

/**
 * What the sink remembers: one store per task, its keys and values, and the signal that what was written is durable.
 *
 * <p>It deliberately uses a single store. Its changelog is then one ordered log, so that what a crash leaves is always
 * the state of some earlier moment, never half of a later one. {@code reconcile} decides what to do with it.
 */
@NullMarked
package dev.partnercatalog.webhook.state;

import org.jspecify.annotations.NullMarked;

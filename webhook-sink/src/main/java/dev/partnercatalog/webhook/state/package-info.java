/**
 * What the sink remembers of partners: one logged store per task, its keys and values. What is kept of the catalog is in
 * {@code catalog}.
 *
 * <p>It deliberately uses a single store. Its changelog is then one ordered log, so that what a crash leaves is always
 * the state of some earlier moment, never half of a later one. {@code reconcile} decides what to do with it.
 */
@NullMarked
package dev.partnercatalog.webhook.state;

import org.jspecify.annotations.NullMarked;

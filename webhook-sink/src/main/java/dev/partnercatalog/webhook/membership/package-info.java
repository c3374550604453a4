/**
 * Whether an instance is still a member of the sink's group, so that what it owns can't be another's.
 *
 * <p>What is done with the answer is decided in {@code reconcile} and {@code delivery}.
 */
@NullMarked
package dev.partnercatalog.webhook.membership;

import org.jspecify.annotations.NullMarked;

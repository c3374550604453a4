/**
 * Whether an instance is still a member of the sink's group, so that its partitions can't belong to another, and what one
 * that no longer was has written all the same.
 *
 * <p>{@code reconcile} and {@code delivery} decide what to do with the answer.
 */
@NullMarked
package dev.partnercatalog.webhook.membership;

import org.jspecify.annotations.NullMarked;

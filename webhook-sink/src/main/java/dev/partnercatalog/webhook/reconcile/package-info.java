/**
 * The reconciler: what each partner should have against what it has, and the difference sent until there is none.
 *
 * <p>It goes by levels, not by edges, like a Kubernetes controller. Anything that may have made a difference only marks a
 * variant as <em>due</em> for a partner: a record that changed, or a configuration, after which a {@link
 * dev.partnercatalog.webhook.reconcile.Sweep} compares what lies under it. What is to be sent is worked out when it is
 * sent, from the newest state; a mark behind which there is no difference is dropped.
 *
 * <p>Before a record goes out, that it will be tried is written down, and committed together with all that led to it.
 * So an attempt whose outcome nobody saw leaves the record in doubt, across a crash too, and nothing is left unsent for
 * looking the same; and an instance that has lost its partitions can't commit, so it can't send either. What a crash left
 * in the store though its offset wasn't committed is passed over when it is read again, so nothing old follows anything
 * new.
 *
 * <p>Everything here runs on the task's thread; deliveries report through a queue.
 */
@NullMarked
package dev.partnercatalog.webhook.reconcile;

import org.jspecify.annotations.NullMarked;

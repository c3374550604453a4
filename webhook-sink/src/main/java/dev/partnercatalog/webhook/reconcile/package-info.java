/**
 * The reconciler: what each partner should have against what it has, and the difference sent until there is none.
 *
 * <p>It goes by levels, not by edges, like a Kubernetes controller. A changed entry or listing <em>marks</em> the variant as
 * due to each partner that it concerns: a location's at that scope, a company's once for all of its scopes. A changed
 * configuration, a new URL and a request to send something again begin a <em>walk</em>, which reads what is listed and
 * what the partner has side by side. The store keeps only the walk's place. Either way, the record is made when it is sent,
 * from the newest state. If there is no difference, nothing is sent.
 *
 * <p>Before a message goes out its <em>intent</em> is written, which says what is in it, and is committed together with all
 * that led to it. The intent stands until the outcome is known. So an attempt whose outcome nobody saw leaves its variants
 * in doubt, across a crash too, and nothing is left unsent for looking the same; and an instance that has lost its
 * partitions can't commit, so it can't send either. At each moment every variant that is due is under an intent, marked or
 * ahead of a walk, whatever part of the last writes a crash leaves. What a crash left in the store though its offset wasn't
 * committed is passed over when it is read again, so nothing old follows anything new.
 *
 * <p>Everything here runs on the task's thread; deliveries report through a queue.
 */
@NullMarked
package dev.partnercatalog.webhook.reconcile;

import org.jspecify.annotations.NullMarked;

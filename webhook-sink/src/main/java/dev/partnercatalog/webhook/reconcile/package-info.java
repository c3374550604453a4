/**
 * The reconciler: compares what each partner should have with what it has <em>acknowledged</em>, and sends the
 * <em>diff</em> until there is none.
 *
 * <p>It is level-triggered, not edge-triggered, like a Kubernetes controller. A changed entry or listing <em>marks</em>
 * the variant as due to each partner that it concerns: a location's at that scope, a company's once for all of its
 * scopes. A changed configuration, a new URL and a request to send something again start a <em>scan</em>, which reads
 * what is listed and what the partner has side by side. The store keeps only the scan's position. Either way, the
 * record is made when it is sent, from the newest state. If there is no diff, nothing is sent.
 *
 * <p>Before a message is sent, its <em>intent</em>, which says what the message contains, is written and committed
 * together with everything that led to it. From then on the message is <em>in flight</em>, and its intent is kept, until
 * the outcome is known. If the outcome of an attempt is never seen, even because of a crash, its variants are in doubt,
 * and nothing is left unsent because it looks the same. An instance that has lost its partitions can't commit, so it
 * can't send either. At every moment, each variant that is due is under an intent, marked or ahead of a scan, whatever
 * part of the last writes survives a crash. What is kept of the catalog may be older or newer after a crash than the
 * state; nothing is examined until the records in between have been read again, so nothing old follows anything new.
 *
 * <p>A record that its endpoint refuses or fails on doesn't hold up others: its message is halved until it is alone. It
 * is then <em>isolated</em>: its mark says how often it was sent alone, and it is sent alone from then on, whatever it
 * changes to, until it is accepted. Whether a failure is the message's or the endpoint's is decided by the delivery.
 *
 * <p>Everything here runs on the task's thread; deliveries report through a queue.
 */
@NullMarked
package dev.partnercatalog.webhook.reconcile;

import org.jspecify.annotations.NullMarked;

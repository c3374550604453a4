/**
 * The reconciler: compares what each partner should have with what it has <em>acknowledged</em>, and sends the
 * <em>difference</em> until there is none. It is level-triggered, like a Kubernetes controller: the record is made when it is
 * sent, from the newest state.
 *
 * <p>A partner's {@link dev.partnercatalog.webhook.reconcile.Feed} is the one place of what is due to it: what has changed
 * after its <em>cursor</em>, what a <em>scan</em> hasn't passed, and what is <em>deferred</em>, because it waits for its
 * product, for its turn alone, or for an operator. Nothing is written when something changes.
 *
 * <p>A variant is <em>settled</em> when it was compared as the same, when it was accepted, or when a row says that it is
 * deferred; never while it is in flight. The cursor and the scans pass settled variants only. So whatever part of the last
 * writes survives a kill, each variant that isn't settled is found again: after the cursor, by the scan, or by its own row.
 *
 * <p>Before a message is sent, what the partner has of its variants is put <em>in doubt</em>, and that is committed. What is
 * in doubt is sent whatever its hash is, as a removal if it isn't listed any more, until it is accepted. Where surely nothing
 * was sent, the doubt is taken back. An instance that has lost its partitions can't commit, because its producer asks the
 * group first, so it can't send either; what it had handed to its producer before lands all the same, and the partition's
 * owner overrules it within minutes. After a start, nothing is compared before both sources and the configurations were
 * read to the ends that they had then.
 *
 * <p>A variant is in one message at most. If it changes meanwhile, or the partner's configuration does, it is due again when
 * that message is accepted. A record that its endpoint refuses or fails on doesn't hold up others: its message is halved until
 * it is alone; then it is deferred and sent alone, whatever it changes to, until it is accepted. Whether a failure is the
 * message's or the endpoint's is decided by the delivery.
 *
 * <p>Everything here runs on the task's thread; deliveries report through a queue. Only the rows of a scan's page are compared
 * on several threads, which that thread waits for.
 */
@NullMarked
package dev.partnercatalog.webhook.reconcile;

import org.jspecify.annotations.NullMarked;

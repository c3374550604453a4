/**
 * The catalog, in global stores that all tasks of an instance read: entries, listings and products, and what changed when.
 * Their topics are their logs, so that nothing is written twice, and all can be made anew from them.
 *
 * <p>Nothing here knows partners, or what follows from a change for any of them: that is {@code state} and
 * {@code reconcile}.
 */
@NullMarked
package dev.partnercatalog.webhook.catalog;

import org.jspecify.annotations.NullMarked;

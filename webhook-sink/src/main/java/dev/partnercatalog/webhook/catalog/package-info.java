/**
 * What a task keeps of the catalog, in two stores of its own: the entries and the listings of its partition. Their
 * topics are their logs, so that nothing is written twice, and both can be made anew from them.
 *
 * <p>Nothing here knows partners, or what follows from a change for any of them: that is {@code state} and
 * {@code reconcile}.
 */
@NullMarked
package dev.partnercatalog.webhook.catalog;

import org.jspecify.annotations.NullMarked;

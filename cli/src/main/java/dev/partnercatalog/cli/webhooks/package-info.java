/**
 * {@code ./catalog webhooks}: the status of partners' webhooks, and the operator's actions on them.
 *
 * <p>Everything uses the topics; the applications that read a command decide what it does to a webhook.
 */
@NullMarked
package dev.partnercatalog.cli.webhooks;

import org.jspecify.annotations.NullMarked;

/**
 * The status of partners' webhooks, and the operations on them that an operator can perform.
 *
 * <p>Everything uses the topics; the applications that read a command decide what it does to a webhook.
 */
@NullMarked
package dev.partnercatalog.operations.webhooks;

import org.jspecify.annotations.NullMarked;

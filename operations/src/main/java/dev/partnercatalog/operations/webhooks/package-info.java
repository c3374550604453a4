/**
 * How the partners' webhooks stand, and an operator's hand on them.
 *
 * <p>Everything goes by the topics; what a command does to a webhook is settled by the applications that read it.
 */
@NullMarked
package dev.partnercatalog.operations.webhooks;

import org.jspecify.annotations.NullMarked;

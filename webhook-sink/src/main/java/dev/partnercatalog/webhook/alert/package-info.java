/**
 * The alerts to the operator about partners' endpoints: an endpoint has been failing for long, is about to be
 * suspended, is suspended, or has recovered. Each is sent once.
 *
 * <p>Nothing here decides whether messages go to a partner, and no delivery waits for an alert.
 */
@NullMarked
package dev.partnercatalog.webhook.alert;

import org.jspecify.annotations.NullMarked;

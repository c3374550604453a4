/**
 * What the operator is told of partners' endpoints: that one fails for long, is about to be suspended, is suspended, and has
 * recovered, each once.
 *
 * <p>Nothing here decides whether messages go to a partner, and no delivery waits for an alert.
 */
@NullMarked
package dev.partnercatalog.webhook.alert;

import org.jspecify.annotations.NullMarked;

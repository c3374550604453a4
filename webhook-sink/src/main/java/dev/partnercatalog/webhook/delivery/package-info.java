/**
 * Getting a message to a partner's endpoint: who may be tried when, one attempt over HTTP, and what came of it (D26).
 *
 * <p>What is in a message, and whether it is still wanted, is not known here.
 */
@NullMarked
package dev.partnercatalog.webhook.delivery;

import org.jspecify.annotations.NullMarked;

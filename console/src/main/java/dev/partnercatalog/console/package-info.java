/**
 * The operators' console: pages on an address of its own that show how the catalog does and let a webhook be resumed, a
 * dead letter be replayed.
 *
 * <p>It reads the topics and asks the brokers, so no application need run for it; what it does, it does by the same
 * means as the commands. No rule of the catalog is decided here.
 */
@NullMarked
package dev.partnercatalog.console;

import org.jspecify.annotations.NullMarked;

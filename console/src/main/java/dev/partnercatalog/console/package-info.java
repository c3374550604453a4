/**
 * The operators' console: web pages on a separate address that show the state of the catalog and let an operator resume
 * a webhook or replay a dead letter.
 *
 * <p>It reads the topics and asks the brokers, so it works without any running application; it makes changes in the
 * same way as the commands. It decides no rule of the catalog.
 */
@NullMarked
package dev.partnercatalog.console;

import org.jspecify.annotations.NullMarked;

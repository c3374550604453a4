/** Partners' webhooks: their status, and what operators do to them. */
@NullMarked
package dev.partnercatalog.cli.webhook;

import org.jspecify.annotations.NullMarked;

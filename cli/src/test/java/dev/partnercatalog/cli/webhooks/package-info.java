/** Tests of the webhook commands against topics in memory. */
@NullMarked
package dev.partnercatalog.cli.webhooks;

import org.jspecify.annotations.NullMarked;

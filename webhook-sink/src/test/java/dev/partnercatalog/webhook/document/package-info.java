/** Runs what the documentation promises. */
@NullMarked
package dev.partnercatalog.webhook.document;

import org.jspecify.annotations.NullMarked;

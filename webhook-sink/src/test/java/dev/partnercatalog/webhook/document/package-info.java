/** What the documentation promises, run. */
@NullMarked
package dev.partnercatalog.webhook.document;

import org.jspecify.annotations.NullMarked;

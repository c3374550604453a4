/**
 * The operator's master key and everything that is derived from it or encrypted under it.
 *
 * <p>Nothing here logs, prints or keeps a secret beyond the master key itself.
 */
@NullMarked
package dev.partnercatalog.runtime.secret;

import org.jspecify.annotations.NullMarked;

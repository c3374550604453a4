/**
 * The operator's master key, and everything that is derived from it or encrypted under it.
 *
 * <p>Nothing here logs or prints a secret, or keeps one other than the master key.
 */
@NullMarked
package dev.partnercatalog.runtime.secret;

import org.jspecify.annotations.NullMarked;

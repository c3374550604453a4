/** The operator's master key, and everything that is derived from it or encrypted under it. Nothing is logged. */
@NullMarked
package dev.partnercatalog.runtime.secret;

import org.jspecify.annotations.NullMarked;

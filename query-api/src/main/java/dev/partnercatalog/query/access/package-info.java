/**
 * Who calls, and what they may see: access tokens, API clients, and the companies and locations of a partner (D16).
 *
 * <p>Anything not found to be allowed is denied. Nothing here knows what an operation does with a caller.
 */
@NullMarked
package dev.partnercatalog.query.access;

import org.jspecify.annotations.NullMarked;

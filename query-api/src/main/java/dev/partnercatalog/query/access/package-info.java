/**
 * Who calls, and what they may see: access tokens, API clients and the companies and locations of a partner (D16).
 *
 * <p>Everything is denied that isn't found allowed. What an operation does with a caller is not known here.
 */
@NullMarked
package dev.partnercatalog.query.access;

import org.jspecify.annotations.NullMarked;

/** Who calls, and what they may see (D16). Anything not found to be allowed is denied. */
@NullMarked
package dev.partnercatalog.query.access;

import org.jspecify.annotations.NullMarked;

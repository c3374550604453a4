/** HTTP for all of our addresses. Knows nothing of operations, callers and data; no other package starts a server. */
@NullMarked
package dev.partnercatalog.runtime.http;

import org.jspecify.annotations.NullMarked;

/**
 * HTTP for all of our addresses: starting a server, its limits on time and numbers, the headers of every response,
 * strict reading of request bodies, and errors in one form, wherever they are detected.
 *
 * <p>Knows nothing about what an operation means, who calls it or where its data is. No other package starts a server.
 */
@NullMarked
package dev.partnercatalog.runtime.http;

import org.jspecify.annotations.NullMarked;

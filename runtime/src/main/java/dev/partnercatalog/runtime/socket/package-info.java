/** Sockets for HTTP clients. Knows nothing about HTTP itself or whom the clients call. */
@NullMarked
package dev.partnercatalog.runtime.socket;

import org.jspecify.annotations.NullMarked;

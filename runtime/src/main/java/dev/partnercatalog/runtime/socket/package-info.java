/** Sockets for HTTP clients. Nothing of HTTP itself, and nothing of who is called. */
@NullMarked
package dev.partnercatalog.runtime.socket;

import org.jspecify.annotations.NullMarked;

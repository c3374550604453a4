package dev.partnercatalog.standalone.embedded;

/** A port on the loopback address can't be used; the message says which, for what, and what to do. */
public final class PortUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortUnavailableException(int port, String purpose) {
        super("port %d for %s is not free on 127.0.0.1: stop what uses it, or choose another one (0 chooses a free one)"
                .formatted(port, purpose));
    }

    PortUnavailableException(int port, String purpose, Throwable cause) {
        this(port, purpose);
        initCause(cause);
    }
}

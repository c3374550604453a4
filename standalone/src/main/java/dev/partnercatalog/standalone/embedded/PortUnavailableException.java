package dev.partnercatalog.standalone.embedded;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A port on the loopback address could not be had; the message says which, for what, and what to do. */
public final class PortUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PortUnavailableException(int port, String purpose, @Nullable IOException cause) {
        super(
                "Port %d for %s is not free on 127.0.0.1: stop what uses it, or choose another one (0 picks a free one)."
                        .formatted(port, purpose),
                cause);
    }
}

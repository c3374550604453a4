package dev.partnercatalog.runtime.socket;

/** What is recorded of an attempt on a connection that was kept and turned out to be closed. */
public final class ClosedConnection {

    /**
     * The error of such an attempt. It says nothing about the endpoint, so the sink retries at once and the console
     * doesn't show it as a failure.
     */
    public static final String ERROR = "a connection kept from an earlier message was closed; retried at once";

    private ClosedConnection() {}
}

package dev.partnercatalog.partner;

/** A request isn't known to come from the catalog. Refuse it, with status 401; the message says why, and holds no secret. */
public final class UnverifiedWebhookException extends Exception {

    private static final long serialVersionUID = 1L;

    UnverifiedWebhookException(String message) {
        super(message);
    }
}

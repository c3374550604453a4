package dev.partnercatalog.partner;

/**
 * A request can't be verified to come from the catalog. Refuse it with status 401. The message says why, and contains no secret.
 */
public final class UnverifiedWebhookException extends Exception {

    private static final long serialVersionUID = 1L;

    UnverifiedWebhookException(String message) {
        super(message);
    }
}

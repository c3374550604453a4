package dev.partnercatalog.webhook.credential;

/**
 * No access token can be obtained. The message says why, in a form fit for the webhook's state, and contains no secret.
 */
public final class TokenRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    TokenRefusedException(String message) {
        super(message);
    }
}

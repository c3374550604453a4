package dev.partnercatalog.webhook.credential;

/** There is no access token to be had. The message says why, in words for the webhook's state, and holds no secret. */
public final class TokenRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    TokenRefusedException(String message) {
        super(message);
    }
}

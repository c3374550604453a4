package dev.partnercatalog.webhook.delivery;

/** Where a partner receives webhooks. */
public record Endpoint(String partnerId, String url) {

    /** The URL may contain what only its owner should know, so logs show only the partner. */
    @Override
    public String toString() {
        return "Endpoint[" + partnerId + "]";
    }
}

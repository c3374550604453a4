package dev.partnercatalog.webhook.delivery;

/** Where a partner takes webhooks. */
public record Endpoint(String partnerId, String url) {

    /** The URL may carry what only its owner should know, so logs show the partner alone. */
    @Override
    public String toString() {
        return "Endpoint[" + partnerId + "]";
    }
}

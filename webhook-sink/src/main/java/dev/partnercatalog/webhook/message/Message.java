package dev.partnercatalog.webhook.message;

/**
 * One message of Standard Webhooks, the same through all attempts at it. Immutable; the body must not be changed.
 */
public final class Message {

    private final String id;
    private final byte[] body;

    /**
     * @param id what a receiver tells repeated messages by; holds no full stop, which separates it in what is signed
     * @param body JSON in UTF-8
     */
    @SuppressWarnings("ArrayIsStoredDirectly")
    public Message(String id, byte[] body) {
        this.id = id;
        this.body = body;
    }

    public String id() {
        return id;
    }

    public byte[] body() {
        return body;
    }
}

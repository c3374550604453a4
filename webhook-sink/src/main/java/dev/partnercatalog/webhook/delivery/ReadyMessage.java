package dev.partnercatalog.webhook.delivery;

/** A message that has its place and waits for an attempt to end. It is begun or withheld, once. */
interface ReadyMessage {

    Lane lane();

    /** Whether there is something newer to send, so that it isn't begun. */
    boolean isOutdated();

    void begin();

    /** Nothing goes out for a while, or it is out of date: its sender decides anew. */
    void withhold();
}

package dev.partnercatalog.webhook.delivery;

/** A message that has its slot and waits for an attempt to end. It is started or withheld, once. */
interface ReadyMessage {

    Priority priority();

    /** Whether there is something newer to send, so that it must not be started. */
    boolean isOutdated();

    void begin();

    /** Nothing is sent for a while, or the message is out of date: its sender decides again. */
    void withhold();
}

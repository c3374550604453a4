package dev.partnercatalog.webhook.delivery;

/** A way to an endpoint (D26, D37). Neither keeps the other waiting for long. */
public enum Lane {
    /** What has changed, before everything else that is due; several messages at a time if the endpoint answers quickly. */
    MAIN,
    /** One message at a time: parts of those that weren't accepted, and records that weren't accepted even alone. */
    PROBE
}

package dev.partnercatalog.http;

/** The API's error codes, each with its HTTP status (D20). The names are part of the contract. */
public enum ErrorCode {
    INVALID_REQUEST(400, "Invalid request"),
    BATCH_TOO_LARGE(400, "Batch too large"),
    UNAUTHENTICATED(401, "Not authenticated"),
    INSUFFICIENT_SCOPE(403, "Insufficient scope"),
    PARTNER_DISABLED(403, "Partner disabled"),
    COMPANY_NOT_ALLOWED(403, "Company not allowed"),
    LOCATION_NOT_ALLOWED(403, "Location not allowed"),
    CHANGE_NOT_ALLOWED(403, "Change not allowed"),
    NOT_FOUND(404, "Not found"),
    CUSTOMER_NOT_FOUND(404, "Customer not found"),
    METHOD_NOT_ALLOWED(405, "Method not allowed"),
    CURSOR_EXPIRED(410, "Cursor expired"),
    PRECONDITION_FAILED(412, "Precondition failed"),
    PAYLOAD_TOO_LARGE(413, "Payload too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
    IDEMPOTENCY_KEY_REUSED(422, "Idempotency key reused"),
    RATE_LIMITED(429, "Too many requests"),
    INTERNAL(500, "Internal error"),
    CATALOG_UNAVAILABLE(503, "Catalog unavailable");

    private final int status;
    private final String title;

    ErrorCode(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** The HTTP status of this code; it is always the same. */
    public int status() {
        return status;
    }

    /** The code in words, for people. */
    public String title() {
        return title;
    }
}

package dev.partnercatalog.runtime.http;

import java.util.List;

/**
 * An error code of a response (D20). The names are part of the contract. Those here belong to every address that
 * responds with JSON; an application may have more.
 *
 * @param name such as {@code NOT_FOUND}
 * @param status the HTTP status of this code; it is always the same
 * @param title the code in words, for people
 */
public record ErrorCode(String name, int status, String title) {

    public static final ErrorCode INVALID_REQUEST = new ErrorCode("INVALID_REQUEST", 400, "Invalid request");
    public static final ErrorCode UNAUTHENTICATED = new ErrorCode("UNAUTHENTICATED", 401, "Not authenticated");
    public static final ErrorCode INSUFFICIENT_SCOPE = new ErrorCode("INSUFFICIENT_SCOPE", 403, "Insufficient scope");
    public static final ErrorCode NOT_FOUND = new ErrorCode("NOT_FOUND", 404, "Not found");
    public static final ErrorCode METHOD_NOT_ALLOWED = new ErrorCode("METHOD_NOT_ALLOWED", 405, "Method not allowed");
    public static final ErrorCode PRECONDITION_FAILED =
            new ErrorCode("PRECONDITION_FAILED", 412, "Precondition failed");
    public static final ErrorCode PAYLOAD_TOO_LARGE = new ErrorCode("PAYLOAD_TOO_LARGE", 413, "Payload too large");
    public static final ErrorCode UNSUPPORTED_MEDIA_TYPE =
            new ErrorCode("UNSUPPORTED_MEDIA_TYPE", 415, "Unsupported media type");
    public static final ErrorCode RATE_LIMITED = new ErrorCode("RATE_LIMITED", 429, "Too many requests");
    public static final ErrorCode INTERNAL = new ErrorCode("INTERNAL", 500, "Internal error");
    public static final ErrorCode CATALOG_UNAVAILABLE =
            new ErrorCode("CATALOG_UNAVAILABLE", 503, "Catalog unavailable");

    /** All of these. */
    public static final List<ErrorCode> ALL = List.of(
            INVALID_REQUEST,
            UNAUTHENTICATED,
            INSUFFICIENT_SCOPE,
            NOT_FOUND,
            METHOD_NOT_ALLOWED,
            PRECONDITION_FAILED,
            PAYLOAD_TOO_LARGE,
            UNSUPPORTED_MEDIA_TYPE,
            RATE_LIMITED,
            INTERNAL,
            CATALOG_UNAVAILABLE);

    /** The name. */
    @Override
    public String toString() {
        return name;
    }
}

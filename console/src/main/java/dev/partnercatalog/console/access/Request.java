package dev.partnercatalog.console.access;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a request that decide whether it is let in; null for a header, cookie or field that is missing.
 *
 * @param host the header {@code Host}
 * @param origin the header {@code Origin}
 * @param fetchSite the header {@code Sec-Fetch-Site}
 * @param session the session cookie
 * @param formToken the form's token field
 */
public record Request(
        String method,
        String path,
        @Nullable String host,
        @Nullable String origin,
        @Nullable String fetchSite,
        @Nullable String session,
        @Nullable String formToken) {

    boolean isReading() {
        return method.equals("GET") || method.equals("HEAD");
    }
}

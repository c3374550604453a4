package dev.partnercatalog.console.access;

import org.jspecify.annotations.Nullable;

/**
 * What of a request decides whether it is let in; null for a header, cookie or field that isn't there.
 *
 * @param host the header {@code Host}
 * @param origin the header {@code Origin}
 * @param fetchSite the header {@code Sec-Fetch-Site}
 * @param session the cookie
 * @param formToken the field of the form
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

package dev.partnercatalog.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A request that a page makes to an operation of its own address: see {@link InnerRequests}.
 *
 * @param path not encoded further: begins with a slash, and may have no query
 * @param query without the question mark; empty for none
 * @param headers of the request; nothing of the page's own request is passed on
 * @param body as text; empty for none
 * @param attributes what the page vouches for, such as who the caller is; no request from outside can have any
 */
public record InnerRequest(
        String method,
        String path,
        String query,
        Map<String, String> headers,
        String body,
        Map<String, Object> attributes) {

    public InnerRequest {
        headers = Map.copyOf(headers);
        attributes = Map.copyOf(attributes);
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}

package dev.partnercatalog.query.operation;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A random request.
 *
 * @param headers lines without their ends
 * @param body one character per byte, as everywhere here
 * @param framed whether the request correctly declares where it ends
 */
record FuzzedRequest(String method, String path, List<String> headers, String body, boolean framed) {

    FuzzedRequest {
        headers = List.copyOf(headers);
    }

    byte[] bytes() {
        return toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    byte[] bodyBytes() {
        return body.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                + (framed ? "" : "Connection: close\r\n")
                + String.join("", headers.stream().map(line -> line + "\r\n").toList())
                + "\r\n" + body;
    }
}

package dev.partnercatalog.query.operation;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request of chance.
 *
 * @param headers lines without their ends
 * @param body each character a byte, as everywhere here
 * @param framed whether the bytes say rightly where the request ends
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

package dev.partnercatalog.http;

import java.util.Map;

/**
 * The response to an {@link InnerRequest}.
 *
 * @param headers by name in lower case
 * @param body as text
 * @param cut whether only the beginning of the body was kept
 */
public record InnerResponse(int status, Map<String, String> headers, String body, boolean cut) {

    public InnerResponse {
        headers = Map.copyOf(headers);
    }

    public boolean isSuccess() {
        return status / 100 == 2;
    }
}

package dev.partnercatalog.runtime.http;

import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The headers of every response of an address, including errors (D21): fixed headers, and the request's id. */
final class CommonHeaders {

    static final String REQUEST_ID = "X-Request-Id";

    private static final String ATTRIBUTE = CommonHeaders.class.getName();
    private static final Pattern USABLE_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final Map<String, String> fixed;

    CommonHeaders(Map<String, String> fixed) {
        this.fixed = Map.copyOf(fixed);
    }

    /** Sets the headers; setting them again for the same request has no effect. */
    void putInto(HttpFields.Mutable headers, Request request) {
        fixed.forEach(headers::put);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put(REQUEST_ID, requestId(request));
    }

    /** The caller's id if it is harmless, so that the logs of both sides can be joined; otherwise our own. */
    static String requestId(Request request) {
        if (request.getAttribute(ATTRIBUTE) instanceof String known) {
            return known;
        }
        String given = request.getHeaders().get(REQUEST_ID);
        String id = isUsable(given) ? given : newId();
        request.setAttribute(ATTRIBUTE, id);
        return id;
    }

    private static boolean isUsable(@Nullable String id) {
        return id != null && USABLE_ID.matcher(id).matches();
    }

    private static String newId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}

package dev.partnercatalog.runtime.http;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The first handler of a request that is well-formed HTTP. It knows the headers of every response of its address,
 * including errors (D21): fixed headers, and the request's id.
 */
final class EntryHandler extends Handler.Wrapper {

    static final String REQUEST_ID = "X-Request-Id";

    private static final String ATTRIBUTE = EntryHandler.class.getName();
    private static final Pattern USABLE_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /**
     * Headers that make the framework treat a request as a different one: one overrides the method, which would bypass
     * filters on the method, and one turns the request into a WebSocket handshake.
     */
    private static final List<String> MISLEADING = List.of("X-HTTP-Method-Override", "Sec-WebSocket-Version");

    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private final Map<String, String> fixed;
    private final @Nullable RequestMeters meters;

    EntryHandler(Map<String, String> fixed, @Nullable RequestMeters meters) {
        this.fixed = Map.copyOf(fixed);
        this.meters = meters;
    }

    /** Sets the common headers; setting them again for the same request has no effect. */
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
        String requested = request.getHeaders().get(REQUEST_ID);
        String id = requested != null && USABLE_ID.matcher(requested).matches() ? requested : newId();
        request.setAttribute(ATTRIBUTE, id);
        return id;
    }

    private static String newId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (meters != null) {
            meters.measure(request, response);
        }
        putInto(response.getHeaders(), request);
        if (hasBadEscape(request.getHttpURI().getPath())) {
            Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400, "Bad escape in the path");
            return true;
        }
        return super.handle(isPlain(request) ? request : new PlainRequest(request), response, callback);
    }

    /** The server checks the escapes in a path, but not those in a path's parameters. */
    private static boolean hasBadEscape(@Nullable String path) {
        return path != null
                && path.indexOf('%') >= 0
                && BAD_ESCAPE.matcher(path).find();
    }

    private static boolean isPlain(Request request) {
        return MISLEADING.stream().noneMatch(request.getHeaders()::contains);
    }

    /** A request without the misleading headers. */
    private static final class PlainRequest extends Request.Wrapper {

        private final HttpFields headers;

        PlainRequest(Request request) {
            super(request);
            HttpFields.Mutable usable = HttpFields.build(request.getHeaders());
            MISLEADING.forEach(usable::remove);
            headers = usable.asImmutable();
        }

        @Override
        public HttpFields getHeaders() {
            return headers;
        }
    }
}

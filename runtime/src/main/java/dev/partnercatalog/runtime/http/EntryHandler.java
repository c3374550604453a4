package dev.partnercatalog.runtime.http;

import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The first handler of a request that is well-formed HTTP. */
final class EntryHandler extends Handler.Wrapper {

    /**
     * Headers that make the framework treat a request as a different one: one overrides the method, which would bypass
     * filters on the method, and one turns the request into a WebSocket handshake.
     */
    private static final List<String> MISLEADING = List.of("X-HTTP-Method-Override", "Sec-WebSocket-Version");

    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private final CommonHeaders commonHeaders;
    private final @Nullable RequestMeters meters;

    EntryHandler(CommonHeaders commonHeaders, @Nullable RequestMeters meters) {
        this.commonHeaders = commonHeaders;
        this.meters = meters;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (meters != null) {
            meters.measure(request, response);
        }
        commonHeaders.putInto(response.getHeaders(), request);
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
            HttpFields.Mutable kept = HttpFields.build(request.getHeaders());
            MISLEADING.forEach(kept::remove);
            headers = kept.asImmutable();
        }

        @Override
        public HttpFields getHeaders() {
            return headers;
        }
    }
}

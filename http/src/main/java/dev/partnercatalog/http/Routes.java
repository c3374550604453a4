package dev.partnercatalog.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.ExceptionHandler;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The paths and methods of an address. What isn't here is answered 404 or 405. Not thread-safe. */
public final class Routes {

    private record Route(HandlerType method, String path, Handler handler) {

        /** What it does, for the spans too: what is done before every request says nothing of its path. */
        Handler traced(@Nullable RequestSpans spans) {
            return spans == null || method.equals(HandlerType.BEFORE) ? handler : spans.naming(path, handler);
        }

        /** True also of some paths at which the framework finds nothing, and never false where it finds this. */
        boolean takesBody(String requested, String decodedPath) {
            return (method.equals(HandlerType.POST) || method.equals(HandlerType.PUT))
                    && method.name().equals(requested)
                    && isAt(decodedPath);
        }

        private boolean isAt(String decodedPath) {
            List<String> expected = Arrays.asList(path.split("/"));
            List<String> given = Arrays.asList(decodedPath.split("/"));
            return expected.size() == given.size()
                    && IntStream.range(0, given.size())
                            .allMatch(i -> expected.get(i).startsWith("{")
                                    || expected.get(i).equals(given.get(i)));
        }
    }

    /** X-Requested-With is what the page at /docs sends along when it asks for a token. */
    private static final String ALLOWED_HEADERS =
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, X-Requested-With";

    private final List<Route> routes = new ArrayList<>();
    private final Set<String> unbounded = new LinkedHashSet<>();
    private final List<Consumer<RoutesConfig>> exceptions = new ArrayList<>();
    private Predicate<List<String>> taken = authorization -> true;
    private int maxBodyBytes = Integer.MAX_VALUE;

    /** Serves GET, and HEAD as GET without the body. */
    public Routes get(String path, Handler handler) {
        routes.add(new Route(HandlerType.GET, path, handler));
        routes.add(new Route(HandlerType.HEAD, path, handler));
        return this;
    }

    /** Serves GET and HEAD however much else there is to do; for what costs nothing and needs no parameter in its path. */
    public Routes getAlways(String path, Handler handler) {
        unbounded.add(path);
        return get(path, handler);
    }

    public Routes post(String path, Handler handler) {
        routes.add(new Route(HandlerType.POST, path, handler));
        return this;
    }

    public Routes put(String path, Handler handler) {
        routes.add(new Route(HandlerType.PUT, path, handler));
        return this;
    }

    public Routes delete(String path, Handler handler) {
        routes.add(new Route(HandlerType.DELETE, path, handler));
        return this;
    }

    /** Does something before each request, whatever its path and method; what it throws ends the request. */
    public Routes before(Handler handler) {
        routes.add(new Route(HandlerType.BEFORE, "*", handler));
        return this;
    }

    /** Answers what a handler throws, in place of the server's own way. */
    public <E extends Exception> Routes exception(Class<E> type, ExceptionHandler<? super E> handler) {
        exceptions.add(config -> config.exception(type, handler));
        return this;
    }

    /**
     * Says which bodies may be awaited before the request is handed to its operation. One that may not be must be refused
     * there unread; its sender has that answer at once.
     *
     * @param maxBytes the largest that any operation takes
     * @param authorization whether the headers of that name are those of a caller whose body is taken
     */
    public Routes awaitBodies(int maxBytes, Predicate<List<String>> authorization) {
        maxBodyBytes = maxBytes;
        taken = authorization;
        return this;
    }

    /** Answers a browser's question of what it may send to each path (CORS preflight, D21). */
    public Routes allowPreflight() {
        Map<String, String> methods = new LinkedHashMap<>();
        routes.forEach(route ->
                methods.merge(route.path(), route.method().name(), (before, method) -> before + ", " + method));
        methods.forEach((path, allowed) ->
                routes.add(new Route(HandlerType.OPTIONS, path, context -> preflight(context, allowed + ", OPTIONS"))));
        return this;
    }

    Set<String> unbounded() {
        return Collections.unmodifiableSet(unbounded);
    }

    /** Whether an operation may read the request's body. */
    boolean awaitBody(Request request) {
        String path = Request.getPathInContext(request);
        return request.getLength() <= maxBodyBytes
                && routes.stream().anyMatch(route -> route.takesBody(request.getMethod(), path))
                && taken.test(request.getHeaders().getValuesList("Authorization"));
    }

    void addTo(RoutesConfig config, @Nullable RequestSpans spans) {
        routes.forEach(route -> config.addHttpHandler(route.method(), route.path(), route.traced(spans)));
        exceptions.forEach(each -> each.accept(config));
    }

    private static void preflight(Context context, String allowed) {
        context.status(204)
                .removeHeader("Content-Type")
                .header("Allow", allowed)
                .header("Access-Control-Allow-Methods", allowed)
                .header("Access-Control-Allow-Headers", ALLOWED_HEADERS)
                .header("Access-Control-Max-Age", "3600");
    }
}

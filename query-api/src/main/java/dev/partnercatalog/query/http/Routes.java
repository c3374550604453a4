package dev.partnercatalog.query.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The paths and methods of an address. What isn't here is answered 404 or 405. Not thread-safe. */
public final class Routes {

    private record Route(HandlerType method, String path, Handler handler) {}

    /** X-Requested-With is what the page at /docs sends along when it asks for a token. */
    private static final String ALLOWED_HEADERS =
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, X-Requested-With";

    private final List<Route> routes = new ArrayList<>();
    private final Set<String> unbounded = new LinkedHashSet<>();

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

    void addTo(RoutesConfig config) {
        routes.forEach(route -> config.addHttpHandler(route.method(), route.path(), route.handler()));
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

package dev.partnercatalog.runtime.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.ExceptionHandler;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The paths and methods of an address. Others are answered with 404 or 405. Not thread-safe. */
public final class Routes {

    private record Route(HandlerType method, String path, Handler handler) {

        /** Sorts routes with a fixed part before those with a parameter at its place, which would hide them. */
        String order() {
            return Stream.of(path.split("/"))
                    .map(part -> part.startsWith("{") ? "1" : "0")
                    .collect(Collectors.joining());
        }
    }

    /** X-Requested-With is sent by the page at /docs when it requests a token. */
    private static final String ALLOWED_HEADERS =
            "Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id, X-Requested-With";

    private final List<Route> routes = new ArrayList<>();
    private final Set<String> unbounded = new LinkedHashSet<>();
    private final List<Consumer<RoutesConfig>> exceptions = new ArrayList<>();

    /** Serves GET, and HEAD as GET without the body. */
    public Routes get(String path, Handler handler) {
        return add(HandlerType.GET, path, handler).add(HandlerType.HEAD, path, handler);
    }

    /** Serves GET and HEAD under any load; for responses that cost nothing and need no path parameter. */
    public Routes getAlways(String path, Handler handler) {
        unbounded.add(path);
        return get(path, handler);
    }

    public Routes post(String path, Handler handler) {
        return add(HandlerType.POST, path, handler);
    }

    public Routes put(String path, Handler handler) {
        return add(HandlerType.PUT, path, handler);
    }

    public Routes patch(String path, Handler handler) {
        return add(HandlerType.PATCH, path, handler);
    }

    public Routes delete(String path, Handler handler) {
        return add(HandlerType.DELETE, path, handler);
    }

    /** Runs a handler before each request, whatever its path and method; an exception from it ends the request. */
    public Routes before(Handler handler) {
        return add(HandlerType.BEFORE, "*", handler);
    }

    private Routes add(HandlerType method, String path, Handler handler) {
        routes.add(new Route(method, path, handler));
        return this;
    }

    /** Answers an exception that a handler throws, instead of the server's default. */
    public <E extends Exception> Routes exception(Class<E> type, ExceptionHandler<? super E> handler) {
        exceptions.add(config -> config.exception(type, handler));
        return this;
    }

    /** Answers browsers that ask what they may send to each path (CORS preflight, D21). */
    public Routes allowPreflight() {
        Map<String, String> methods = new LinkedHashMap<>();
        routes.stream()
                .filter(route -> !route.method().equals(HandlerType.BEFORE))
                .forEach(route ->
                        methods.merge(route.path(), route.method().name(), (before, method) -> before + ", " + method));
        methods.forEach((path, allowed) ->
                add(HandlerType.OPTIONS, path, context -> preflight(context, allowed + ", OPTIONS")));
        return this;
    }

    Set<String> unbounded() {
        return Collections.unmodifiableSet(unbounded);
    }

    void addTo(RoutesConfig config) {
        routes.sort(Comparator.comparing(Route::order));
        routes.forEach(route -> config.addHttpHandler(
                route.method(),
                route.path(),
                route.method().equals(HandlerType.BEFORE)
                        ? route.handler()
                        : RequestMeters.noting(route.path(), route.handler())));
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

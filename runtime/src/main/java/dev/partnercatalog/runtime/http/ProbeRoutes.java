package dev.partnercatalog.runtime.http;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Request;

/** The paths of a {@link ProbeServer}, matched exactly. Other paths are answered with 404. Not thread-safe. */
public final class ProbeRoutes {

    private final Map<String, Supplier<Reply>> gets = new HashMap<>();
    private final Map<String, Request.Handler> posts = new HashMap<>();
    private final Set<String> unbounded = new LinkedHashSet<>();

    /** Answers GET under any load; for responses that cost nothing and wait for nothing. */
    public ProbeRoutes getAlways(String path, Supplier<Reply> reply) {
        unbounded.add(path);
        return get(path, reply);
    }

    /** Answers GET, within the limit on concurrent requests. */
    public ProbeRoutes get(String path, Supplier<Reply> reply) {
        gets.put(path, reply);
        return this;
    }

    /**
     * Answers POST, within the limit on concurrent requests. The handler must refuse strangers before reading a body.
     */
    public ProbeRoutes post(String path, Request.Handler handler) {
        posts.put(path, handler);
        return this;
    }

    Set<String> unbounded() {
        return unbounded;
    }

    Map<String, Supplier<Reply>> gets() {
        return Map.copyOf(gets);
    }

    Map<String, Request.Handler> posts() {
        return Map.copyOf(posts);
    }
}

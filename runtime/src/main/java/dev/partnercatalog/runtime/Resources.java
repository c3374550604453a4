package dev.partnercatalog.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes opened resources in reverse order, all of them whatever happens. Not thread-safe. */
public final class Resources implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Resources.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Takes ownership of a resource and returns it. */
    public <T extends AutoCloseable> T add(T resource) {
        open.push(resource);
        return resource;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            AutoCloseable resource = open.pop();
            try {
                resource.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.warn("{} was not closed cleanly", resource, e);
            }
        }
    }
}

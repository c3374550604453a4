package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.runtime.PeriodicTask;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Apicurio Registry server in a child process, only on the loopback address, with its data in a file. The child
 * ends when this object is closed and when this JVM ends, even if the JVM is killed without a chance to say so. If the
 * child is killed, it is started again within seconds, on its port and with its data.
 *
 * <p>Thread-safe; {@link #close} may be called more than once.
 */
public final class EmbeddedRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRegistry.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** One that ends sooner than this after it was started again would go on like that. */
    private static final Duration LEAST_LIFE = Duration.ofMinutes(1);

    private final Path home;
    private final Path directory;
    private final URI url;
    private final PeriodicTask looking = new PeriodicTask("registry-watch", INTERVAL, this::look);

    private RegistryServer server;
    private @Nullable Long startedAgain;
    private volatile @Nullable String fault;
    private boolean closed;

    private EmbeddedRegistry(Path home, Path directory, RegistryServer server) {
        this.home = home;
        this.directory = directory;
        this.url = server.url();
        this.server = server;
    }

    /**
     * Starts a registry and returns when it is serving.
     *
     * @param home the unpacked server
     * @param directory folder for its data
     * @param port 0 for a free one
     * @throws dev.partnercatalog.cli.output.OperatorFault if it ended before it served, twice in a row, or if the port is
     *     in use, and not just about to be released
     */
    public static EmbeddedRegistry start(Path home, Path directory, int port) {
        EmbeddedRegistry registry = new EmbeddedRegistry(home, directory, RegistryServer.start(home, directory, port));
        LOG.info("Apicurio Registry is serving on {}, data in {}", registry.url, directory);
        registry.looking.start();
        return registry;
    }

    private void look() {
        Integer status = server().exitStatus();
        if (status == null || fault != null) {
            return;
        }
        String end = "the registry's process has ended with status " + status;
        if (startedAgain != null && System.nanoTime() - startedAgain < LEAST_LIFE.toNanos()) {
            fault = end + ", less than a minute after it was started again";
            return;
        }
        LOG.warn("{}: starting it again on {}", end, url);
        try {
            replace(RegistryServer.start(home, directory, url.getPort()));
            startedAgain = System.nanoTime();
            LOG.info("Apicurio Registry is serving on {} again", url);
        } catch (RuntimeException e) {
            if (!Thread.currentThread().isInterrupted()) {
                fault = end + ", and can't be started again: " + e.getMessage();
            }
        }
    }

    private synchronized void replace(RegistryServer by) {
        if (closed) {
            by.end();
        } else {
            server = by;
        }
    }

    private synchronized RegistryServer server() {
        return server;
    }

    /** The address of the registry, without a path. */
    public URI url() {
        return url;
    }

    /** Why it can't be used any more; null as long as it serves, or is being started again. */
    public @Nullable String fault() {
        return fault;
    }

    @Override
    public void close() {
        server().quieten();
        looking.close();
        synchronized (this) {
            closed = true;
            server.end();
        }
    }
}

package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Apicurio Registry server in a child process, only on the loopback address, with its data in a file. The child
 * ends when this object is closed and when this JVM ends, even if the JVM is killed without a chance to say so. If the
 * child is killed, it is started again within seconds, on its port and with its data.
 *
 * <p>A copy of all schemas is kept beside the database, about a second behind it. If the database can't be opened or
 * lacks a schema of the copy, the next start moves it aside and restores the schemas from the copy, with their previous
 * content ids.
 *
 * <p>Thread-safe; {@link #close} may be called more than once.
 */
public final class EmbeddedRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRegistry.class);
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LAST_EXPORT_TIMEOUT = Duration.ofSeconds(3);

    /** One that ends sooner than this after it was started again would go on like that. */
    private static final Duration LEAST_LIFE = Duration.ofMinutes(1);

    private final RegistryStart start;
    private final URI url;
    private final RegistryDatabase database;
    private final RegistryCopy copy;
    private final PeriodicTask looking;

    private RegistryServer server;
    private @Nullable Long startedAgain;
    private volatile @Nullable String fault;
    private RegistryDatabase.@Nullable Stamp copied;
    private boolean copyFails;
    private boolean closed;

    private EmbeddedRegistry(RegistryStart start, RegistryServer server, RegistryDatabase database, RegistryCopy copy) {
        this.start = start;
        this.url = server.url();
        this.server = server;
        this.database = database;
        this.copy = copy;
        this.looking = new PeriodicTask("registry-watch", INTERVAL, this::look);
    }

    /**
     * Starts a registry and returns when it is serving.
     *
     * @param home the unpacked server
     * @param directory folder for its data
     * @param port 0 for a free one
     * @throws IllegalStateException if it ended before it served, even with an empty database
     * @throws PortUnavailableException if the port is in use, and not just about to be released
     */
    public static EmbeddedRegistry start(Path home, Path directory, int port) {
        CompletableFuture<Void> notice = CompletableFuture.runAsync(
                () -> LOG.info(
                        "Waiting for the registry, which may take {} s to open its database in {}",
                        RegistryServer.DATABASE_TIMEOUT.toSeconds(),
                        directory),
                CompletableFuture.delayedExecutor(SILENCE.toMillis(), TimeUnit.MILLISECONDS));
        try {
            Files.createDirectories(directory);
            RegistryDatabase database = new RegistryDatabase(directory);
            RegistryCopy copy = RegistryCopy.open(directory);
            RegistryServer server = new RegistryStart(home, directory, port, database, copy).run();
            LOG.info("Apicurio Registry is serving on {}, data in {}", server.url(), directory);
            // The same port again, even if any free one was asked for.
            RegistryStart again =
                    new RegistryStart(home, directory, server.url().getPort(), database, copy);
            EmbeddedRegistry registry = new EmbeddedRegistry(again, server, database, copy);
            registry.looking.start();
            return registry;
        } catch (IOException e) {
            throw new UncheckedIOException("The registry can't be started: " + FaultWords.of(e), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("The registry serves, but doesn't export or import its schemas in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the registry started", e);
        } finally {
            notice.cancel(false);
        }
    }

    private void look() {
        Integer status = server().exitStatus();
        if (status == null) {
            copyChanges(EXPORT_TIMEOUT);
        } else if (fault == null) {
            startAgain("the registry's process has ended with status " + status);
        }
    }

    private void startAgain(String end) {
        if (startedAgain != null && System.nanoTime() - startedAgain < LEAST_LIFE.toNanos()) {
            fault = end + ", less than a minute after it was started again";
            return;
        }
        LOG.warn("{}: starting it again on {}", end, url);
        try {
            replace(start.run());
            startedAgain = System.nanoTime();
            LOG.info("Apicurio Registry is serving on {} again", url);
        } catch (IOException | TimeoutException | RuntimeException e) {
            if (!Thread.currentThread().isInterrupted()) {
                fault = end + ", and can't be started again: " + e.getMessage();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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

    private synchronized void copyChanges(Duration timeout) {
        try {
            RegistryDatabase.Stamp stamp = database.stamp();
            if (!closed && server.exitStatus() == null && !stamp.equals(copied)) {
                copy.export(server.url(), timeout).keep();
                copied = stamp;
                copyFails = false;
            }
        } catch (IOException | TimeoutException e) {
            if (server.exitStatus() != null) {
                return;
            }
            if (!copyFails) {
                LOG.warn("Can't write the registry's copy; retrying every second: {}", FaultWords.of(e));
            }
            copyFails = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
            copyChanges(LAST_EXPORT_TIMEOUT);
            closed = true;
            server.end();
        }
    }
}

package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.runtime.PeriodicTask;
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
 * ends when this object is closed and when this JVM ends, even if the JVM is killed without a chance to say so.
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
    private static final Duration COPY_INTERVAL = Duration.ofSeconds(1);
    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LAST_EXPORT_TIMEOUT = Duration.ofSeconds(3);

    private final RegistryServer server;
    private final RegistryDatabase database;
    private final RegistryCopy copy;
    private final PeriodicTask copying;

    private RegistryDatabase.@Nullable Stamp copied;
    private boolean copyFails;
    private boolean closed;

    private EmbeddedRegistry(RegistryServer server, RegistryDatabase database, RegistryCopy copy) {
        this.server = server;
        this.database = database;
        this.copy = copy;
        this.copying = new PeriodicTask("registry-copy", COPY_INTERVAL, () -> copyChanges(EXPORT_TIMEOUT));
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
            EmbeddedRegistry registry = new EmbeddedRegistry(server, database, copy);
            registry.copying.start();
            return registry;
        } catch (IOException e) {
            throw new UncheckedIOException("The registry can't be started: " + e.getMessage(), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("The registry serves, but doesn't export or import its schemas in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the registry started", e);
        } finally {
            notice.cancel(false);
        }
    }

    private synchronized void copyChanges(Duration timeout) {
        try {
            RegistryDatabase.Stamp stamp = database.stamp();
            if (!closed && !stamp.equals(copied)) {
                copy.export(server.url(), timeout).keep();
                copied = stamp;
                copyFails = false;
            }
        } catch (IOException | TimeoutException e) {
            if (!copyFails) {
                LOG.warn("Can't write the registry's copy; retrying every second: {}", e.toString());
            }
            copyFails = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The address of the registry, without a path. */
    public URI url() {
        return server.url();
    }

    @Override
    public void close() {
        copying.close();
        synchronized (this) {
            copyChanges(LAST_EXPORT_TIMEOUT);
            closed = true;
        }
        server.end();
    }
}

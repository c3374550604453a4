package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.standalone.FixedPort;
import dev.partnercatalog.standalone.StandaloneSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import java.net.URI;
import java.nio.file.Path;

/** The registry in a separate process, which can go down and come back with the same folder and port. */
final class RegistryServer implements AutoCloseable {
    private final Path folder;
    private final int port;
    private EmbeddedRegistry registry;

    private RegistryServer(Path folder, int port) {
        this.folder = folder;
        this.port = port;
        this.registry = run();
    }

    /** Starts a registry and returns when it is serving. */
    static RegistryServer start(Path folder) {
        return new RegistryServer(folder, FixedPort.free());
    }

    private EmbeddedRegistry run() {
        return EmbeddedRegistry.start(StandaloneSettings.registryHomeOfLauncher(), folder, port);
    }

    URI url() {
        return registry.url();
    }

    void stop() {
        registry.close();
    }

    /** Restarts it where it left off and returns when it is serving. */
    void startAgain() {
        registry = run();
    }

    @Override
    public void close() {
        registry.close();
    }

    @Override
    public String toString() {
        return "the registry";
    }
}

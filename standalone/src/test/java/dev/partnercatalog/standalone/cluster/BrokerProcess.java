package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.standalone.FixedPort;
import dev.partnercatalog.standalone.Signal;
import dev.partnercatalog.standalone.embedded.BrokerParent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The broker in a separate process, which can be killed, stopped and restarted with the same folder and port. */
final class BrokerProcess implements Brokers {
    private static final Duration STOP = Duration.ofSeconds(30);

    private final Path folder;
    private final int port;
    private final int advertisedPort;
    private Process process;

    private BrokerProcess(Path folder, int port, int advertisedPort) throws IOException {
        this.folder = folder;
        this.port = port;
        this.advertisedPort = advertisedPort;
        this.process = run();
    }

    /** Starts a broker and returns when it is serving. */
    static BrokerProcess start(Path folder) throws IOException {
        int port = FixedPort.free();
        return new BrokerProcess(Files.createDirectories(folder), port, port);
    }

    /** The same with a port, while clients are told to connect to another one. */
    static BrokerProcess startBehind(int advertisedPort, Path folder, int port) throws IOException {
        return new BrokerProcess(Files.createDirectories(folder), port, advertisedPort);
    }

    private Process run() throws IOException {
        Process started = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx640m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerParent.class.getName(),
                        folder.resolve("kafka").toString(),
                        Integer.toString(port),
                        Integer.toString(advertisedPort))
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
        try {
            assertThat(started.inputReader().readLine()).isEqualTo("127.0.0.1:" + port);
            return started;
        } catch (Throwable e) {
            started.destroyForcibly();
            throw e;
        }
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + advertisedPort;
    }

    @Override
    public short replicationFactor() {
        return 1;
    }

    /** Restarts it where it left off and returns when it is serving. */
    void startAgain() throws IOException {
        process = run();
    }

    /** Ends it without warning, as kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Freezes it, as SIGSTOP does: its connections stay open, and nobody answers. */
    void pause() throws IOException, InterruptedException {
        Signal.STOP.send(process);
    }

    /** Lets it continue. */
    void resume() throws IOException, InterruptedException {
        Signal.CONTINUE.send(process);
    }

    /** Tells it to end, as SIGTERM does, and waits. */
    void terminate() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS))
                .as("the broker ended within " + STOP)
                .isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return "the broker";
    }
}

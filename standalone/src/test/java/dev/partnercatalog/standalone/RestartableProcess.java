package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program in a separate process, which can be killed, paused, stopped, and restarted where it left off. For one thread
 * at a time, except for methods that only query it.
 */
public abstract class RestartableProcess implements AutoCloseable {
    private final String name;
    private final Duration stop;
    private volatile @Nullable Process process;

    /** @param stop the longest time that it may take to end */
    RestartableProcess(String name, Duration stop) {
        this.name = name;
        this.stop = stop;
    }

    final void begin(ProcessBuilder program) throws IOException {
        if (isAlive()) {
            throw new IllegalStateException(name + " runs already");
        }
        process = program.start();
    }

    abstract Path logFile();

    /** What it has logged. */
    public final String log() throws IOException {
        return Files.readString(logFile());
    }

    public final boolean isAlive() {
        Process running = process;
        return running != null && running.isAlive();
    }

    /** Ends it without warning, as kill -9 does. */
    public final void kill() throws InterruptedException {
        running().destroyForcibly().waitFor();
    }

    /** Waits for a while until it has ended by itself; returns whether it has. */
    public final boolean awaitEnd(Duration patience) throws InterruptedException {
        return running().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Freezes it, as SIGSTOP does: its connections stay open, and nobody answers. */
    public final void pause() throws IOException, InterruptedException {
        Signal.STOP.send(running());
    }

    /** Lets it continue. */
    public final void resume() throws IOException, InterruptedException {
        Signal.CONTINUE.send(running());
    }

    /** Tells it to end, as SIGTERM does, and waits. */
    public final void terminate() throws InterruptedException {
        running().destroy();
        assertThat(awaitEnd(stop)).as(name + " ended within " + stop).isTrue();
    }

    private Process running() {
        return Objects.requireNonNull(process, "it was never started");
    }

    @Override
    public final void close() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().onExit().join();
        }
    }

    @Override
    public final String toString() {
        return name;
    }
}

package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Signals that the JDK can't send to a process. */
public enum Signal {
    INTERRUPT("INT"),
    STOP("STOP"),
    CONTINUE("CONT");

    private final String name;

    Signal(String name) {
        this.name = name;
    }

    /** Sends it; it is an error if the process has ended. */
    public void send(Process process) throws IOException, InterruptedException {
        Process kill = kill(process.toHandle());
        String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(kill.waitFor())
                .as("kill -%s %s: %s", name, process.pid(), output)
                .isZero();
    }

    /**
     * Sends it to a process that another one has started, if it still runs: RocksDB starts {@code ldd} for some
     * milliseconds while it loads, for example.
     */
    void sendIfAlive(ProcessHandle process) throws IOException, InterruptedException {
        kill(process).waitFor();
    }

    private Process kill(ProcessHandle process) throws IOException {
        return new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .start();
    }
}

package dev.partnercatalog.standalone.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The main class of the child process: the registry's own program, on a leash. The leash is standard input: it ends
 * when the parent closes it and when the parent dies, for whatever reason, and then this process ends too.
 *
 * <p>A predecessor whose parent was killed a moment ago may still hold the folder; this process waits for it before it
 * lets the registry start.
 *
 * <p>It prints one line to standard output, the port it serves on. Everything else that it or the registry writes goes
 * to standard error.
 */
final class RegistryProcess {
    /** Quarkus replaces the requested port with the actual one, in the same property. */
    static final String PORT = "quarkus.http.port";

    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration INTERVAL = Duration.ofMillis(20);

    private final CountDownLatch leashEnded = new CountDownLatch(1);

    private RegistryProcess() {}

    /** Arguments: the lock file of the folder and the name of the registry's main class. */
    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.ROOT);
        new RegistryProcess().run(Path.of(arguments[0]), arguments[1]);
    }

    private void run(Path lockFile, String program) throws Exception {
        PrintStream answer = System.out;
        System.setOut(System.err);
        InputStream leash = System.in;
        inBackground("leash", () -> endWith(leash));
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid()) {
                inBackground("port", () -> announcePort(answer));
                Class.forName(program).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            }
        }
    }

    private static Thread inBackground(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void endWith(InputStream leash) {
        try {
            leash.transferTo(OutputStream.nullOutputStream());
            leashEnded.countDown();
            // The registry closes its files in its shutdown hooks; if they hang, the process ends anyway.
            inBackground("exit", () -> System.exit(0)).join(GRACE.toMillis());
        } catch (IOException e) {
            System.err.println("The registry lost its parent: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private void announcePort(PrintStream answer) {
        try {
            int port = Integer.getInteger(PORT, 0);
            while (port == 0 && !leashEnded.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                port = Integer.getInteger(PORT, 0);
            }
            answer.println(port);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

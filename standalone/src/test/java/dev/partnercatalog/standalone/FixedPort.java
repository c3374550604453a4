package dev.partnercatalog.standalone;

import dev.partnercatalog.standalone.embedded.LoopbackPort;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Ports that a server can leave and come back to. They lie below those that the system gives to clients: a client that
 * keeps trying to reach a server that is away would otherwise be given the server's own port one time, and keep it.
 */
public final class FixedPort {
    private static final int FIRST = 15_000;
    private static final int AFTER_LAST = 32_000;

    private FixedPort() {}

    /** A free one, by chance, so that others who look for one at the same time find another. */
    public static int free() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST))
                .filter(LoopbackPort::isFree)
                .findFirst()
                .orElseThrow();
    }
}

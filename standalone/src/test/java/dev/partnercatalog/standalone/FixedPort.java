package dev.partnercatalog.standalone;

import dev.partnercatalog.standalone.embedded.LoopbackPort;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Ports that a server can leave and come back to. They are below those that the system gives to clients: a client that
 * keeps trying to reach an unavailable server would otherwise be given the server's own port at some point, and keep
 * it.
 */
public final class FixedPort {
    private static final int FIRST = 15_000;
    private static final int AFTER_LAST = 32_000;

    private FixedPort() {}

    /** Those that tests of this process use, whether a server listens there now or not. */
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    /** A free port that no other test of this process has, chosen randomly for those of others. */
    public static int free() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST))
                .filter(LoopbackPort::isFree)
                .filter(GIVEN::add)
                .findFirst()
                .orElseThrow();
    }
}

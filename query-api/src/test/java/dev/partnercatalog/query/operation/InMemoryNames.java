package dev.partnercatalog.query.operation;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Host names that a test sets; others don't resolve. */
final class InMemoryNames implements WebhookUrlCheck.Resolver {

    final Map<String, String> addresses = new ConcurrentHashMap<>();

    /** A name whose lookup hangs until the test is over. */
    static final String HANGING = "hanging.example";

    private final CountDownLatch never = new CountDownLatch(1);

    @Override
    public InetAddress[] resolve(String name) throws UnknownHostException {
        if (name.equals(HANGING)) {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        String found = addresses.get(name);
        if (found == null) {
            throw new UnknownHostException(name);
        }
        String[] literals = found.split(" ", -1);
        InetAddress[] resolved = new InetAddress[literals.length];
        for (int i = 0; i < literals.length; i++) {
            resolved[i] = InetAddress.getByName(literals[i]);
        }
        return resolved;
    }
}

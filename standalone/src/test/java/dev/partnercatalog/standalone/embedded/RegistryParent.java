package dev.partnercatalog.standalone.embedded;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that runs a registry until it is killed: it prints the registry's address and waits. */
final class RegistryParent {
    private RegistryParent() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (EmbeddedRegistry registry =
                EmbeddedRegistry.start(Path.of(arguments[0]), Path.of(arguments[1]), Integer.parseInt(arguments[2]))) {
            System.out.println(registry.url());
            new CountDownLatch(1).await();
        }
    }
}

package dev.partnercatalog.standalone.embedded;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that holds a broker until it is killed: it prints the broker's address and waits. */
final class BrokerParent {
    private BrokerParent() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (EmbeddedBroker broker = EmbeddedBroker.start(Path.of(arguments[0]), 0)) {
            System.out.println(broker.bootstrapServers());
            new CountDownLatch(1).await();
        }
    }
}

package dev.partnercatalog.standalone.embedded;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A process that holds a broker until it is killed or told to stop: it prints the broker's address and waits. It takes
 * the broker's folder and its port.
 */
public final class BrokerParent {
    private BrokerParent() {}

    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedBroker broker = EmbeddedBroker.start(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop"));
        System.out.println(broker.bootstrapServers());
        new CountDownLatch(1).await();
    }
}

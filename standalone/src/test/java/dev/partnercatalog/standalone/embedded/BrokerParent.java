package dev.partnercatalog.standalone.embedded;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A process that runs a broker until it is killed or told to stop: it prints the broker's address and waits. Its
 * arguments are the broker's folder, its port and, if there is another process in between, the port that clients are
 * told to connect to.
 */
public final class BrokerParent {
    private BrokerParent() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        int port = Integer.parseInt(arguments[1]);
        EmbeddedBroker broker = arguments.length > 2
                ? EmbeddedBroker.startBehind(Integer.parseInt(arguments[2]), folder, port)
                : EmbeddedBroker.start(folder, port);
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop"));
        System.out.println(broker.bootstrapServers());
        new CountDownLatch(1).await();
    }
}

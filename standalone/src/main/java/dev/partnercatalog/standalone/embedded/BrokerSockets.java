package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.cli.output.OperatorFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The listening sockets of the node, bound before the node is configured: a port in use is noticed at once, and a free
 * one is ours from the moment it is chosen, whereas looking for a free port and binding it later would be a race.
 */
record BrokerSockets(ServerSocketChannel clients, ServerSocketChannel controller)
        implements ServerSocketFactory, AutoCloseable {
    static final String CLIENTS = "CLIENTS";
    static final String CONTROLLER = "CONTROLLER";

    private static final int BACKLOG = 128;

    static BrokerSockets bind(int clientPort) {
        ServerSocketChannel clients = bind(clientPort, "Kafka");
        try {
            return new BrokerSockets(clients, bind(0, "Kafka's controller"));
        } catch (RuntimeException e) {
            Utils.closeQuietly(clients, "Kafka's socket");
            throw e;
        }
    }

    private static ServerSocketChannel bind(int port, String purpose) {
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.configureBlocking(false);
            return channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        } catch (IOException e) {
            Utils.closeQuietly(channel, "Kafka's socket");
            throw new OperatorFault(
                    "port %d for %s is not free on 127.0.0.1: stop what uses it, or choose another one (0 chooses a free one)"
                            .formatted(port, purpose),
                    e);
        }
    }

    int clientPort() {
        return clients.socket().getLocalPort();
    }

    int controllerPort() {
        return controller.socket().getLocalPort();
    }

    @Override
    public ServerSocketChannel openServerSocket(
            String listener, InetSocketAddress address, int backlog, int receiveBufferBytes) {
        return listener.equals(CONTROLLER) ? controller : clients;
    }

    /** Closes the sockets of a node that never started; a node closes those that it took over. */
    @Override
    public void close() throws IOException {
        try (clients) {
            controller.close();
        }
    }
}

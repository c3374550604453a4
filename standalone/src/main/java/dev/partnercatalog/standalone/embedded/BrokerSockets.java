package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.cli.output.OperatorFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The listening sockets of the node, bound before the node is configured: a port in use is noticed at once, and a free
 * one is ours from the moment it is chosen, whereas looking for a free port and binding it later would be a race.
 */
final class BrokerSockets implements ServerSocketFactory, AutoCloseable {
    static final String CLIENTS = "CLIENTS";
    static final String CONTROLLER = "CONTROLLER";

    private static final int BACKLOG = 128;

    private final ServerSocketChannel clients;
    private final ServerSocketChannel controller;

    private BrokerSockets(ServerSocketChannel clients, ServerSocketChannel controller) {
        this.clients = clients;
        this.controller = controller;
    }

    static BrokerSockets bind(int clientPort) {
        ServerSocketChannel clients = bind(clientPort, "Kafka");
        try {
            return new BrokerSockets(clients, bind(0, "Kafka's controller"));
        } catch (RuntimeException e) {
            close(clients, e);
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
            OperatorFault failure = LoopbackPort.unavailable(port, purpose);
            failure.initCause(e);
            if (channel != null) {
                close(channel, failure);
            }
            throw failure;
        }
    }

    private static void close(ServerSocketChannel channel, Exception cause) {
        try {
            channel.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
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

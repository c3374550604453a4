package dev.partnercatalog.webhook.delivery;

import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.function.Supplier;
import javax.net.SocketFactory;

/**
 * Creates sockets for okhttp that send data as soon as it is written. okhttp leaves Nagle's algorithm on: data written
 * in several pieces, or by many requests on one connection, then waits until the other side acknowledges the previous
 * piece, which it delays. Thread-safe if the supplier is.
 */
final class PromptSockets extends SocketFactory {

    private final Supplier<Socket> unconnected;

    /** @param unconnected creates sockets that okhttp connects itself */
    PromptSockets(Supplier<Socket> unconnected) {
        this.unconnected = unconnected;
    }

    @Override
    public Socket createSocket() throws SocketException {
        Socket socket = unconnected.get();
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw notUsed();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw notUsed();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw notUsed();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw notUsed();
    }

    /** For methods that okhttp doesn't call: they would connect before the address can be checked. */
    private static IllegalStateException notUsed() {
        return new IllegalStateException("the HTTP client connects its sockets itself");
    }
}

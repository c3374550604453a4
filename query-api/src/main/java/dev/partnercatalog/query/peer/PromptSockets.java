package dev.partnercatalog.query.peer;

import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.SocketFactory;

/**
 * Makes sockets that send what is written at once. okhttp leaves Nagle's algorithm on: on a connection that many requests
 * share, each small frame then waits until the other side acknowledges the one before, which it delays.
 */
final class PromptSockets extends SocketFactory {

    @Override
    public Socket createSocket() throws SocketException {
        Socket socket = new Socket();
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

    private static IllegalStateException notUsed() {
        return new IllegalStateException("the HTTP client connects its sockets itself");
    }
}

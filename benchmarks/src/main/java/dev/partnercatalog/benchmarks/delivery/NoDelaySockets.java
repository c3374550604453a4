package dev.partnercatalog.benchmarks.delivery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import javax.net.SocketFactory;

/** Sockets with TCP_NODELAY, as the sink's are, and with every other setting as the platform has it. */
final class NoDelaySockets extends SocketFactory {

    @Override
    public Socket createSocket() throws SocketException {
        return noDelay(new Socket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return noDelay(new Socket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return noDelay(new Socket(host, port, localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return noDelay(new Socket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
            throws IOException {
        return noDelay(new Socket(address, port, localAddress, localPort));
    }

    private static Socket noDelay(Socket socket) throws SocketException {
        socket.setTcpNoDelay(true);
        return socket;
    }
}

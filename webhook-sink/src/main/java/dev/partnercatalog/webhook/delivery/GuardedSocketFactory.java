package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import javax.net.SocketFactory;

/**
 * Makes sockets that refuse to connect to addresses that webhooks may not go to. Whatever way an address came by (a name,
 * a literal in any spelling, an answer of the resolver that changed in between), it passes here.
 */
final class GuardedSocketFactory extends SocketFactory {

    private final WebhookAddresses addresses;

    GuardedSocketFactory(WebhookAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public Socket createSocket() throws SocketException {
        Socket socket = new GuardedSocket(addresses);
        // A body is written in several pieces: without this each of them may wait for the receiver's delayed ACK.
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

    /** For methods that okhttp doesn't call: they would connect before the address is checked, so none may. */
    private static IllegalStateException notUsed() {
        return new IllegalStateException("the HTTP client connects its sockets itself");
    }

    private static final class GuardedSocket extends Socket {

        private final WebhookAddresses addresses;

        GuardedSocket(WebhookAddresses addresses) {
            this.addresses = addresses;
        }

        @Override
        public void connect(SocketAddress endpoint) throws IOException {
            connect(endpoint, 0);
        }

        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
            boolean allowed = endpoint instanceof InetSocketAddress inet
                    && !inet.isUnresolved()
                    && addresses.allows(inet.getAddress());
            if (!allowed) {
                throw new ConnectException("webhooks may not be sent to this address");
            }
            super.connect(endpoint, timeout);
        }
    }
}

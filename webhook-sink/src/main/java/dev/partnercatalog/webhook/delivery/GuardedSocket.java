package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;

/**
 * A socket that refuses to connect to addresses and ports that webhooks may not use. However an address was obtained (a
 * name, a literal in any notation, a resolver's answer that changed in between), it is checked here.
 */
final class GuardedSocket extends Socket {

    private final WebhookAddresses addresses;

    GuardedSocket(WebhookAddresses addresses) {
        this.addresses = addresses;
    }

    /** Webhooks may not be sent to the address. */
    static final class ForbiddenException extends ConnectException {

        private static final long serialVersionUID = 1;

        ForbiddenException() {
            super("webhooks may not be sent to this address");
        }
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        boolean allowed = endpoint instanceof InetSocketAddress inet
                && !inet.isUnresolved()
                && addresses.allows(inet.getAddress())
                && addresses.allowsPort(inet.getPort());
        if (!allowed) {
            throw new ForbiddenException();
        }
        super.connect(endpoint, timeout);
    }
}

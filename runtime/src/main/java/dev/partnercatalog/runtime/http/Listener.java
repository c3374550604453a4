package dev.partnercatalog.runtime.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A port that is bound, and known, before anything is served on it, so that the content can include its own address.
 * Clients that connect in the meantime wait. The server started on it takes it over.
 */
public final class Listener implements AutoCloseable {

    /** Large: the operating system retries a connection that finds no room in the backlog only after a second. */
    private static final int BACKLOG = 4_096;

    private final ServerSocketChannel channel;
    private final URI address;
    private final @Nullable RequestMeters meters;

    private Listener(ServerSocketChannel channel, URI address, @Nullable RequestMeters meters) {
        this.channel = channel;
        this.address = address;
        this.meters = meters;
    }

    /** Binds a port, or any if it is 0; throws {@link UncheckedIOException}, which names it, if it isn't available. */
    public static Listener bind(String host, int port) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.bind(new InetSocketAddress(host, port), BACKLOG);
                return new Listener(channel, address(host, channel.socket().getLocalPort()), null);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + host + ":" + port + ": " + e.getMessage(), e);
        } catch (java.nio.channels.UnresolvedAddressException e) {
            throw new IllegalArgumentException("the host " + host + " to listen on can't be found", e);
        }
    }

    /** The same port, with its requests measured. */
    public Listener measured(RequestMeters by) {
        return new Listener(channel, address, by);
    }

    @Nullable
    RequestMeters meters() {
        return meters;
    }

    /** {@code http://host:port} */
    public URI address() {
        return address;
    }

    ServerSocketChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("can't close " + address, e);
        }
    }

    private static URI address(String host, int port) {
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    }
}

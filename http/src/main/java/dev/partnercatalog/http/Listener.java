package dev.partnercatalog.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A port that is taken and known before anything is served on it, so that what is served can tell its own address.
 * A client that connects meanwhile waits. The server that is started on it takes it over.
 */
public final class Listener implements AutoCloseable {

    /** Many: what finds no place among those that wait to be accepted is tried again by its system after a second. */
    private static final int BACKLOG = 4_096;

    private final ServerSocketChannel channel;
    private final URI address;
    private final @Nullable RequestMeters meters;
    private final @Nullable RequestSpans spans;

    private Listener(
            ServerSocketChannel channel, URI address, @Nullable RequestMeters meters, @Nullable RequestSpans spans) {
        this.channel = channel;
        this.address = address;
        this.meters = meters;
        this.spans = spans;
    }

    /**
     * Takes a port.
     *
     * @param port 0 for a free one
     * @throws UncheckedIOException where it can't be had; the message names it
     */
    public static Listener bind(String host, int port) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.bind(new InetSocketAddress(host, port), BACKLOG);
                return new Listener(channel, address(host, channel.socket().getLocalPort()), null, null);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + host + ":" + port + ": " + e.getMessage(), e);
        } catch (java.nio.channels.UnresolvedAddressException e) {
            throw new IllegalArgumentException("there is no address " + host + " to listen on", e);
        }
    }

    /** The same port, whose requests are measured. */
    public Listener measured(RequestMeters by) {
        return new Listener(channel, address, by, spans);
    }

    /** The same port, whose requests are recorded as spans; null for as they are without. */
    public Listener traced(@Nullable RequestSpans by) {
        return new Listener(channel, address, meters, by);
    }

    @Nullable
    RequestMeters meters() {
        return meters;
    }

    @Nullable
    RequestSpans spans() {
        return spans;
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
            throw new UncheckedIOException("closing " + address, e);
        }
    }

    private static URI address(String host, int port) {
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    }
}

package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.HttpServer;
import dev.partnercatalog.http.Listener;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.runtime.html.PageHeaders;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The console's HTTP server, which listens from its creation until it is closed. Thread-safe. */
public final class ConsoleServer implements AutoCloseable {

    private static final HttpLimits LIMITS = new HttpLimits(32, 1_024, HttpLimits.DEFAULT_PATIENCE);

    private final HttpServer server;
    private final URI address;

    private final List<Router.Route> routes;

    private ConsoleServer(HttpServer server, URI address, List<Router.Route> routes) {
        this.server = server;
        this.address = address;
        this.routes = routes;
    }

    /**
     * Starts serving.
     *
     * @param audit records what is done and refused; it isn't closed with the server
     * @param outage the current outage of the brokers, which each page shows
     * @throws UncheckedIOException if the port can't be used
     */
    public static ConsoleServer start(
            String host,
            int port,
            AccessPolicy policy,
            ConsoleAudit audit,
            RemoteAddresses addresses,
            Supplier<Optional<Outage>> outage,
            List<Pages> pages) {
        Listener listener = Listener.bind(host, port);
        Routes routes = new Routes().awaitBodies(AccessFilter.MAX_FORM_BYTES, request -> true);
        new AccessFilter(policy, outage).addTo(routes);
        new Faults().addTo(routes);
        Router router = new Router(routes, new Notices(), audit, addresses);
        pages.forEach(each -> each.addTo(router));
        return new ConsoleServer(
                HttpServer.start(listener, LIMITS, PageHeaders.WITH_SCRIPT, new PlainErrors(), routes),
                listener.address(),
                router.known());
    }

    /** Every path of the server, with the role that it requires. */
    public List<Router.Route> routes() {
        return routes;
    }

    /** {@code http://host:port} */
    public URI address() {
        return address;
    }

    /** Lets current requests finish within three seconds, and cuts off the others. */
    @Override
    public void close() {
        server.close();
    }
}

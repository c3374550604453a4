package dev.partnercatalog.query.desk;

import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.query.token.LimitedAuthentication;
import dev.partnercatalog.runtime.html.PageFiles;
import dev.partnercatalog.runtime.html.Place;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The desk. Immutable. */
public final class Desk {

    private final DeskSessions sessions;
    private final DeskSignIn signIn;
    private final URI published;

    /**
     * A desk for the clients of these sessions.
     *
     * @param authentication of clients by their secrets; null if only another issuer knows them: then they sign in by links
     * @param published the API's address as partners see it
     */
    public Desk(
            DeskSessions sessions,
            @Nullable LimitedAuthentication authentication,
            RemoteAddresses addresses,
            URI published) {
        this.sessions = sessions;
        this.published = published;
        this.signIn = new DeskSignIn(sessions, authentication, addresses, published);
    }

    /** Adds the pages to the API's operations, which they use. */
    public Routes addTo(Routes routes) {
        DeskRoutes desk = new DeskRoutes(routes, sessions, published);
        for (PageFiles file : PageFiles.values()) {
            desk.file(Place.of("desk", file.file()).toString(), file.mediaType(), file.content());
        }
        signIn.addTo(desk);
        new WebhookDesk().addTo(desk);
        new DeliveriesDesk().addTo(desk);
        new VariantDesk().addTo(desk);
        new ConfigurationDesk().addTo(desk);
        new CopyDesk().addTo(desk);
        new SignaturesDesk().addTo(desk);
        new ApiDesk().addTo(desk);
        return routes;
    }
}

package dev.partnercatalog.runtime.address;

import dev.partnercatalog.schemas.event.WebhookTarget;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/** Checks a webhook's URL (D18). Only the text is checked: no name is resolved here. */
public final class WebhookUrl {

    private WebhookUrl() {}

    /**
     * What is wrong with the URL, as a predicate whose subject is the URL; empty if it may be used. Names must still be
     * resolved, and their addresses checked, when a connection is made.
     */
    public static Optional<String> problem(String url, WebhookAddresses addresses) {
        WebhookTarget target;
        try {
            target = WebhookTarget.parse(url);
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        if (!target.https() && !addresses.allowsPrivate()) {
            return Optional.of("must begin with https://");
        }
        if (!addresses.allowsPort(target.port())) {
            return Optional.of("uses port " + target.port() + ", but webhooks may only be sent to these ports: "
                    + addresses.portsInWords());
        }
        return target.isAddress() ? literal(target.host(), addresses) : name(target.host(), addresses);
    }

    private static Optional<String> name(String host, WebhookAddresses addresses) {
        // A dot at the end only says that the name is complete.
        String name = host.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
        boolean local = name.equals("localhost") || name.endsWith(".localhost");
        return local && !addresses.allowsPrivate()
                ? Optional.of("has the host localhost, to which webhooks may not be sent")
                : Optional.empty();
    }

    private static Optional<String> literal(String text, WebhookAddresses addresses) {
        try {
            return addresses.problem(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the form of an address has been checked", e);
        }
    }
}

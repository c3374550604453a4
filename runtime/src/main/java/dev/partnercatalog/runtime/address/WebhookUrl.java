package dev.partnercatalog.runtime.address;

import dev.partnercatalog.schemas.event.WebhookTarget;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks a webhook's URL (D18). Only the text is checked: no name is resolved here. */
public final class WebhookUrl {

    private static final Pattern NUMERIC_LAST_LABEL = Pattern.compile("(?:.*\\.)?(?:\\d+|0[xX][0-9A-Fa-f]*)\\.?");
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern DOTTED_QUAD = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");

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
        return host(target.host(), addresses);
    }

    private static Optional<String> host(String host, WebhookAddresses addresses) {
        if (host.startsWith("[")) {
            return literal(host, addresses);
        }
        // Resolvers accept 127.1, 0x7f000001 and 2130706433 as addresses; only the dotted form is unambiguous.
        if (NUMERIC_LAST_LABEL.matcher(host).matches()) {
            return DOTTED_QUAD.matcher(host).matches()
                    ? literal(host, addresses)
                    : Optional.of("has an IP address that is not in plain dotted form");
        }
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
            return Optional.of("has an invalid IP address");
        }
    }
}

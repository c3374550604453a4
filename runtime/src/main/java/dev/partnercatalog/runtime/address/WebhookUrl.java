package dev.partnercatalog.runtime.address;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the form of a webhook's URL (D18). Only the text is checked: no name is resolved here. */
public final class WebhookUrl {

    /** In characters (code points), as JSON Schema counts them. */
    public static final int MAX_LENGTH = 2048;

    private static final int MAX_PORT = 65535;
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;
    private static final Pattern NAME_AND_PORT = Pattern.compile("([A-Za-z0-9._-]+)(?::(\\d{1,5}))?");
    private static final Pattern V6_AND_PORT = Pattern.compile("\\[([0-9A-Fa-f:.]+)](?::(\\d{1,5}))?");
    private static final Pattern NUMERIC_LAST_LABEL = Pattern.compile("(?:.*\\.)?(?:\\d+|0[xX][0-9A-Fa-f]*)\\.?");
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern DOTTED_QUAD = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");

    private WebhookUrl() {}

    /**
     * What is wrong with the URL, as a predicate whose subject is the URL; empty if it may be used. Names must still be
     * resolved, and their addresses checked, when a connection is made.
     */
    public static Optional<String> problem(String url, WebhookAddresses addresses) {
        if (url.codePointCount(0, url.length()) > MAX_LENGTH) {
            return Optional.of("is longer than " + MAX_LENGTH + " characters");
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return Optional.of("is not a URL: " + e.getReason());
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean http = scheme.equals("http") && addresses.allowsPrivate();
        if (!scheme.equals("https") && !http) {
            return Optional.of("must begin with https://");
        }
        String authority = uri.getRawAuthority();
        if (authority == null) {
            return Optional.of("has no host");
        }
        if (authority.contains("@")) {
            return Optional.of("must not contain credentials");
        }
        int usual = http ? HTTP_PORT : HTTPS_PORT;
        Matcher v6 = V6_AND_PORT.matcher(authority);
        if (v6.matches()) {
            return port(v6.group(2), usual, addresses).or(() -> literal(v6.group(1), addresses));
        }
        Matcher name = NAME_AND_PORT.matcher(authority);
        return name.matches()
                ? port(name.group(2), usual, addresses).or(() -> host(name.group(1), addresses))
                : Optional.of("has no valid host");
    }

    private static Optional<String> port(@Nullable String named, int usual, WebhookAddresses addresses) {
        int port = named == null ? usual : Integer.parseInt(named);
        if (port < 1 || port > MAX_PORT) {
            return Optional.of("has no valid port");
        }
        return addresses.allowsPort(port)
                ? Optional.empty()
                : Optional.of("uses port " + port + ", but webhooks may only be sent to these ports: "
                        + addresses.portsInWords());
    }

    private static Optional<String> host(String host, WebhookAddresses addresses) {
        // Resolvers accept 127.1, 0x7f000001 and 2130706433 as addresses; only the dotted form is unambiguous.
        if (NUMERIC_LAST_LABEL.matcher(host).matches()) {
            return DOTTED_QUAD.matcher(host).matches()
                    ? literal(host, addresses)
                    : Optional.of("has an IP address that is not in plain dotted form");
        }
        String lower = host.toLowerCase(Locale.ROOT);
        boolean local = lower.equals("localhost") || lower.endsWith(".localhost");
        return local && !addresses.allowsPrivate()
                ? Optional.of("has a host to which webhooks may not be sent")
                : Optional.empty();
    }

    private static Optional<String> literal(String text, WebhookAddresses addresses) {
        try {
            return addresses.allows(InetAddress.getByName(text))
                    ? Optional.empty()
                    : Optional.of("has an address to which webhooks may not be sent");
        } catch (UnknownHostException e) {
            return Optional.of("has an invalid IP address");
        }
    }
}

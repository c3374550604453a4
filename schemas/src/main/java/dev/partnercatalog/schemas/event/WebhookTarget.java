package dev.partnercatalog.schemas.event;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the URL of a webhook leads, by its form alone (D18): whether webhooks may be sent there is another question.
 *
 * @param https false for plain HTTP
 * @param host a name or an IPv4 address as it is written, or an IPv6 address in brackets
 * @param port 1 to 65535; the usual one if the URL has none
 */
public record WebhookTarget(boolean https, String host, int port) {

    /** Longest URL, in characters (code points), as JSON Schema counts them. */
    public static final int MAX_LENGTH = 2048;

    private static final int MAX_PORT = 65535;
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::(\\d{1,5}))?");

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if it isn't the URL of a webhook; the message is a predicate whose subject is the
     *     URL, and contains nothing of it
     */
    public static WebhookTarget parse(String url) {
        if (url.codePointCount(0, url.length()) > MAX_LENGTH) {
            throw new IllegalArgumentException("is longer than " + MAX_LENGTH + " characters");
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is not a URL: " + e.getReason(), e);
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean https = scheme.equals("https");
        if (!https && !scheme.equals("http")) {
            throw new IllegalArgumentException("must begin with https://");
        }
        String authority = uri.getRawAuthority();
        if (authority == null) {
            throw new IllegalArgumentException("has no host");
        }
        if (authority.contains("@")) {
            throw new IllegalArgumentException("must not contain credentials");
        }
        Matcher parts = HOST_AND_PORT.matcher(authority);
        if (!parts.matches()) {
            throw new IllegalArgumentException("has no valid host");
        }
        String named = parts.group(2);
        int usual = https ? HTTPS_PORT : HTTP_PORT;
        int port = named == null ? usual : Integer.parseInt(named);
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("has no valid port");
        }
        return new WebhookTarget(https, parts.group(1), port);
    }
}

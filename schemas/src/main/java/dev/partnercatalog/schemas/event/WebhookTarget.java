package dev.partnercatalog.schemas.event;

import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the URL of a webhook leads, by its form alone (D18): whether webhooks may be sent there is another question.
 *
 * @param https false for plain HTTP
 * @param host a name in ASCII, an IPv4 address in plain dotted form, or an IPv6 address in brackets
 * @param port 1 to 65535; the usual one if the URL has none
 * @param url the URL with this host, and otherwise as it was written
 */
public record WebhookTarget(boolean https, String host, int port, String url) {

    /** Longest URL, in characters (code points), as JSON Schema counts them. */
    public static final int MAX_LENGTH = 2048;

    private static final int MAX_PORT = 65535;
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("([A-Za-z0-9._\\-[^\\x00-\\x7f]]+|\\[[0-9A-Fa-f:.]+])(?::(\\d{1,5}))?");
    private static final Pattern NUMERIC_LAST_LABEL = Pattern.compile("(?:.*\\.)?(?:\\d+|0[xX][0-9A-Fa-f]*)\\.?");
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern DOTTED_QUAD = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");

    /** Of labels of at most 63 characters, and at most 253 in all; a dot at the end says that it is complete. */
    private static final Pattern NAME = Pattern.compile("(?=.{1,253}\\.?$)[^.]{1,63}+(?:\\.[^.]{1,63}+)*+\\.?");

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if it isn't the URL of a webhook; the message is a predicate whose subject is the
     *     URL, and contains nothing of it
     */
    public static WebhookTarget parse(String url) {
        requireLength(url);
        url.codePoints()
                .filter(c -> Character.getType(c) == Character.FORMAT)
                .findFirst()
                .ifPresent(c -> {
                    throw new IllegalArgumentException("contains the invisible character U+%04X".formatted(c));
                });
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
        String written = parts.group(1);
        String host = host(written);
        int at = url.indexOf("//") + 2;
        String normal = url.substring(0, at) + host + url.substring(at + written.length());
        requireLength(normal);
        return new WebhookTarget(https, host, port, normal);
    }

    /** Whether the host is an address rather than a name. */
    public boolean isAddress() {
        return host.startsWith("[") || DOTTED_QUAD.matcher(host).matches();
    }

    /** A URL with its host in ASCII; unchanged if it isn't the URL of a webhook. */
    public static String inAscii(String url) {
        try {
            return parse(url).url();
        } catch (IllegalArgumentException e) {
            return url;
        }
    }

    private static void requireLength(String url) {
        if (url.codePointCount(0, url.length()) > MAX_LENGTH) {
            throw new IllegalArgumentException("is longer than " + MAX_LENGTH + " characters");
        }
    }

    /** Resolvers accept 127.1, 0x7f000001 and 2130706433 as addresses; only one form of each address is unambiguous. */
    private static String host(String written) {
        boolean plain = written.startsWith("[")
                ? isIpv6(written)
                : !NUMERIC_LAST_LABEL.matcher(written).matches()
                        || DOTTED_QUAD.matcher(written).matches();
        if (!plain) {
            throw new IllegalArgumentException("has an IP address that is not in plain dotted form");
        }
        String name = written.chars().allMatch(c -> c < 0x80) ? written : punycode(written);
        if (!written.startsWith("[") && !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("has no valid host");
        }
        return name;
    }

    /** Java makes an IPv4 address of ::ffff:127.0.0.1. */
    private static boolean isIpv6(String literal) {
        try {
            return InetAddress.getByName(literal) instanceof Inet6Address;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("has an invalid IP address", e);
        }
    }

    /**
     * Java knows the older rules for international names (RFC 3490). They make other names of some, such as those with
     * an ß, so a name must come back from its punycode as it was.
     */
    private static String punycode(String name) {
        String folded = Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        String ascii;
        try {
            ascii = IDN.toASCII(folded);
        } catch (IllegalArgumentException e) {
            ascii = "";
        }
        if (!IDN.toUnicode(ascii).equals(folded)) {
            throw new IllegalArgumentException("has no valid host: if it is an international name, give its punycode");
        }
        return ascii;
    }
}

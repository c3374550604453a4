package dev.partnercatalog.runtime.http;

import io.javalin.http.Context;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.util.InetAddressSet;
import org.jspecify.annotations.Nullable;

/**
 * Determines where requests come from, in the form in which they are counted. {@code X-Forwarded-For} is trusted if one
 * of our proxies sends it, and ignored otherwise. Thread-safe.
 */
public final class RemoteAddresses {

    private static final int NETWORK_BYTES = 8;
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

    /** An address as proxies write it: some add the port, and then put IPv6 addresses into brackets. */
    private static final Pattern LITERAL = Pattern.compile("((?:" + OCTET + "\\.){3}" + OCTET
            + ")(?::\\d+)?|\\[([0-9A-Fa-f:.]+)](?::\\d+)?|([0-9A-Fa-f.]*+:[0-9A-Fa-f:.]*+)");

    /** Never a host name, which would have to be looked up. */
    private static final Pattern RANGE = Pattern.compile("(?=.*[.:])[0-9A-Fa-f.:]+(?:/\\d{1,3})?");

    private final InetAddressSet trustedProxies = new InetAddressSet();

    /** Trusts these proxies: addresses or ranges such as {@code 10.0.0.0/8}. */
    public RemoteAddresses(List<String> trustedProxies) {
        for (String proxy : trustedProxies) {
            if (!RANGE.matcher(proxy).matches()) {
                throw new IllegalArgumentException(
                        "the proxy " + proxy + " is neither an address nor a range of addresses");
            }
            this.trustedProxies.add(proxy);
        }
    }

    /** The sender's address; for IPv6 its 64-bit network, since a sender can use any address in it. */
    public String of(Context context) {
        List<String> forwarded = new ArrayList<>();
        for (String line : Collections.list(context.req().getHeaders("X-Forwarded-For"))) {
            forwarded.addAll(Arrays.asList(line.split(",", -1)));
        }
        return of(context.req().getRemoteAddr(), forwarded);
    }

    String of(String peer, List<String> forwarded) {
        InetAddress sender = parse(peer);
        for (int i = forwarded.size() - 1; i >= 0 && sender != null && trustedProxies.test(sender); i--) {
            InetAddress before = parse(forwarded.get(i).strip());
            if (before == null) {
                break;
            }
            sender = before;
        }
        if (sender instanceof Inet6Address) {
            return HexFormat.of().formatHex(Arrays.copyOf(sender.getAddress(), NETWORK_BYTES));
        }
        return sender == null ? peer : sender.getHostAddress();
    }

    /** Null if the text is not an address; never looks up a host name. */
    private static @Nullable InetAddress parse(String text) {
        Matcher literal = LITERAL.matcher(text);
        if (!literal.matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(Stream.of(literal.group(1), literal.group(2), literal.group(3))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow());
        } catch (UnknownHostException e) {
            return null;
        }
    }
}

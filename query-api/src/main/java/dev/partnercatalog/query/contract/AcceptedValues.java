package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The values that a service accepts where the operator decides. The published document says the same.
 *
 * @param providers of shared customers
 * @param webhooks where webhooks may be sent
 */
public record AcceptedValues(SortedSet<String> providers, WebhookAddresses webhooks) {

    private static final int LONGEST_PORT = 5;
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    /** Beyond ASCII, more than the hosts of international names, which no pattern can describe. */
    static final String HOST = "://(([A-Za-z0-9._-]|"
            + "[^\\x00-\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000])+|\\[[0-9A-Fa-f:.]+\\])";

    /** From 1 to 65535, with at most five digits. */
    private static final String ANY_PORT = "(0{0,4}[1-9]|0{0,3}[1-9][0-9]|0{0,2}[1-9][0-9]{2}|0{0,1}[1-9][0-9]{3}"
            + "|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";

    public AcceptedValues {
        providers = Collections.unmodifiableSortedSet(new TreeSet<>(providers));
    }

    public AcceptedValues(Set<String> providers, WebhookAddresses webhooks) {
        this(new TreeSet<>(providers), webhooks);
    }

    /** The providers as a list in YAML and in JSON. */
    String providerList() {
        return providers.stream()
                .map(provider ->
                        '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(provider)) + '"')
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** The beginning of a webhook's URL, up to its path, as a pattern. */
    String origin() {
        String https = origin("[Ss]", HTTPS_PORT);
        return webhooks.allowsPrivate() ? "(" + https + "|" + origin("", HTTP_PORT) + ")" : https;
    }

    /** @param usual the port of a URL without one */
    private String origin(String secure, int usual) {
        return "[Hh][Tt][Tt][Pp]" + secure + HOST + "(:" + ports() + ")" + (webhooks.allowsPort(usual) ? "?" : "");
    }

    private String ports() {
        return webhooks.ports().isEmpty()
                ? ANY_PORT
                : webhooks.ports().stream().map(AcceptedValues::port).collect(Collectors.joining("|", "(", ")"));
    }

    private static String port(int port) {
        String digits = Integer.toString(port);
        return "0{0," + (LONGEST_PORT - digits.length()) + "}" + digits;
    }
}

package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The guided tour, with commands that work when pasted unchanged. */
final class Tour {
    /** The system property in which {@code ./catalog} passes its own path. */
    private static final String COMMAND = "catalog.command";

    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private Tour() {}

    /** The text, with the addresses and credentials of this demo. */
    static String text(Standalone standalone, Credentials client) throws IOException {
        Map<String, String> values = new HashMap<>(standalone.addresses());
        values.put("listings", Integer.toString(DemoCatalog.listings()));
        values.put("clientId", client.clientId());
        values.put("clientSecret", client.clientSecret());
        values.put("catalog", quoted(System.getProperty(COMMAND, "./catalog")));
        values.put("addresses", addresses(standalone));
        return PLACE.matcher(DemoCatalog.resource("tour.txt"))
                .replaceAll(place ->
                        Matcher.quoteReplacement(Objects.requireNonNull(values.get(place.group(1)), place.group())));
    }

    /** The options that a command needs if a default port was in use. */
    private static String addresses(Standalone standalone) {
        String kafka = standalone.kafka().bootstrapServers();
        String registry = standalone.registry().toString();
        return (kafka.endsWith(":" + StandalonePorts.DEFAULT_KAFKA) ? "" : " --kafka " + kafka)
                + (registry.endsWith(":" + StandalonePorts.DEFAULT_REGISTRY) ? "" : " --registry " + registry);
    }

    /** Quotes a path so that a shell reads it back unchanged. */
    private static String quoted(String path) {
        return path.matches("[\\w./-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}

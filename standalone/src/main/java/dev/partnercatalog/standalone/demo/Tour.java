package dev.partnercatalog.standalone.demo;

import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import dev.partnercatalog.standalone.Standalone;
import dev.partnercatalog.standalone.StandaloneSettings;
import java.io.IOException;
import java.util.Map;
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
        Map<String, String> values = Map.ofEntries(
                Map.entry("listings", Long.toString(DemoCatalog.listings())),
                Map.entry("api", standalone.api().toString()),
                Map.entry("auth", standalone.auth().toString()),
                Map.entry("kafka", standalone.kafka().bootstrapServers()),
                Map.entry("registry", standalone.registry().toString()),
                Map.entry("console", standalone.console().toString()),
                Map.entry("consoleToken", standalone.consoleToken().toString()),
                Map.entry("clientId", client.clientId()),
                Map.entry("clientSecret", client.clientSecret()),
                Map.entry("catalog", quoted(System.getProperty(COMMAND, "./catalog"))),
                Map.entry("addresses", addresses(standalone)));
        return PLACE.matcher(DemoCatalog.resource("tour.txt"))
                .replaceAll(place -> Matcher.quoteReplacement(value(values, place.group(1))));
    }

    private static String value(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("The tour has a placeholder " + name + " without a value");
        }
        return value;
    }

    /** The options that a command needs if a default port was in use. */
    private static String addresses(Standalone standalone) {
        String kafka = standalone.kafka().bootstrapServers();
        String registry = standalone.registry().toString();
        return (kafka.endsWith(":" + StandaloneSettings.DEFAULT_KAFKA_PORT) ? "" : " --kafka " + kafka)
                + (registry.endsWith(":" + StandaloneSettings.DEFAULT_REGISTRY_PORT) ? "" : " --registry " + registry);
    }

    /** Quotes a path so that a shell reads it back unchanged. */
    private static String quoted(String path) {
        return path.matches("[\\w./-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}

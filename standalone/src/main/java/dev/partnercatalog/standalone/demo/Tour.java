package dev.partnercatalog.standalone.demo;

import dev.partnercatalog.cli.client.ClientAdministration;
import dev.partnercatalog.standalone.Standalone;
import dev.partnercatalog.standalone.StandaloneSettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The guided tour, with commands that work pasted as they are. */
final class Tour {
    /** Where {@code ./catalog} says that it lies itself. */
    private static final String COMMAND = "catalog.command";

    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private Tour() {}

    /** The text, with the addresses and credentials of this very demo. */
    static String text(Standalone standalone, ClientAdministration.Credentials client) throws IOException {
        Map<String, String> values = Map.of(
                "listings", Long.toString(DemoCatalog.listings()),
                "api", standalone.api().toString(),
                "auth", standalone.auth().toString(),
                "kafka", standalone.kafka().bootstrapServers(),
                "registry", standalone.registry().toString(),
                "console", standalone.console().toString(),
                "clientId", client.clientId(),
                "clientSecret", client.clientSecret(),
                "catalog", quoted(System.getProperty(COMMAND, "./catalog")),
                "addresses", addresses(standalone));
        return PLACE.matcher(template()).replaceAll(place -> Matcher.quoteReplacement(value(values, place.group(1))));
    }

    private static String value(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("The tour has a place for " + name + ", which nothing fills");
        }
        return value;
    }

    private static String template() throws IOException {
        try (InputStream in = Tour.class.getResourceAsStream("tour.txt")) {
            if (in == null) {
                throw new FileNotFoundException("tour.txt");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The options that a command needs where a default port was taken. */
    private static String addresses(Standalone standalone) {
        String kafka = standalone.kafka().bootstrapServers();
        String registry = standalone.registry().toString();
        return (kafka.endsWith(":" + StandaloneSettings.DEFAULT_KAFKA_PORT) ? "" : " --kafka " + kafka)
                + (registry.endsWith(":" + StandaloneSettings.DEFAULT_REGISTRY_PORT) ? "" : " --registry " + registry);
    }

    /** As a shell reads it back, whatever a path holds. */
    private static String quoted(String path) {
        return path.matches("[\\w./-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}

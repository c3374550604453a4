package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.publish.EventPublisher;
import dev.partnercatalog.cli.publish.NdjsonReader;
import dev.partnercatalog.cli.publish.PublishReport;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The made-up catalog: twelve products, two companies with three locations, and a partner, {@value #PARTNER}. */
final class DemoCatalog {
    static final String PARTNER = "menu-kiosk";

    /** Placeholder for the webhook's address in a partner's line. */
    private static final String WEBHOOK = "${webhook}";

    private DemoCatalog() {}

    /** Publishes all of it; the partner's webhook is {@code webhook}. */
    static void publish(OpenTopics topics, URI webhook) throws IOException {
        for (CatalogTopic topic : inputs()) {
            byte[] events = events(topic).replace(WEBHOOK, webhook.toString()).getBytes(StandardCharsets.UTF_8);
            List<String> problems = new CopyOnWriteArrayList<>();
            PublishReport report = new PublishReport((problem, line) -> problems.add("line " + line + ": " + problem));
            EventPublisher.publish(topics, topic, new NdjsonReader(topic, new ByteArrayInputStream(events)), report);
            if (!report.isComplete()) {
                throw new IOException(
                        topic.baseName() + " of the demo was not published: " + report.summary() + " " + problems);
            }
        }
    }

    /** The number of variants due to the partner's webhook, one for each listing. */
    static int listings() {
        return events(CatalogTopic.LISTINGS).split("\n").length;
    }

    /** The partner comes last, so that its webhook receives as little as possible of a half-published catalog. */
    private static List<CatalogTopic> inputs() {
        return Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .sorted(Comparator.comparing(topic -> topic == CatalogTopic.PARTNERS))
                .toList();
    }

    private static String events(CatalogTopic topic) {
        return resource(topic.baseName() + ".ndjson");
    }

    /** The text of a file of the demo. */
    static String resource(String file) {
        return ResourceFile.text(DemoCatalog.class, "demo/" + file);
    }
}

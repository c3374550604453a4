package dev.partnercatalog.operations.preview;

import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.eventfile.FileFormat;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The example catalog, to which events are proposed. */
final class PreviewedCatalog implements AutoCloseable {

    static final PreviewLimits LIMITS = new PreviewLimits(100, 1 << 20, 100, 1 << 20, 100, Duration.ofSeconds(60), 5);

    /** For events of megabytes. */
    static final PreviewLimits WIDE = new PreviewLimits(100, 64 << 20, 100, 64 << 20, 100, Duration.ofSeconds(60), 5);

    private static final String PARTNER = """
            {"partnerId": "p", "partnerName": "P", "enabled": %s, "webhook": {"enabled": false, "url": ""},\
             "allowedCompanies": [{"id": "7", "name": "Green Shops", "provider": "cova", "providerId": "x",\
             "allowedFields": {"badges": true, "cannabinoidOverrides": %s, "displayNameOverrides": true, "labels": false},\
             "locations": [{"id": "70", "name": "Main Street", "providerId": "y"}%s]}]}""";

    /** Events of a topic, one a line. */
    record Lines(String topic, String text) {}

    private final TopicsInMemory topics = new TopicsInMemory();

    /** Location 70 of company 7 lists the barcode 4001, which partner p may see there. */
    static PreviewedCatalog withEverything() {
        PreviewedCatalog catalog = new PreviewedCatalog();
        new ExampleCatalog(catalog.topics).publishEverything(true);
        return catalog;
    }

    static PreviewedCatalog withPartnerOnly() {
        PreviewedCatalog catalog = new PreviewedCatalog();
        new ExampleCatalog(catalog.topics).publishPartner(true);
        return catalog;
    }

    /** @param locations besides location 70, each as JSON after a comma */
    static String partner(boolean enabled, boolean cannabinoidOverrides, String locations) {
        return PARTNER.formatted(enabled, cannabinoidOverrides, locations);
    }

    TopicsInMemory topics() {
        return topics;
    }

    Preview preview(String topic, String lines) throws IOException {
        return preview(LIMITS, new Lines(topic, lines));
    }

    Preview preview(PreviewLimits limits, Lines... proposed) throws IOException {
        ProposedEvents events = new ProposedEvents(TopicsInMemory.kafka(), topics.registry(), limits);
        try (RecordedCatalog catalog = topics.catalog()) {
            for (Lines lines : proposed) {
                CatalogTopic topic = CatalogTopic.ofBaseName(lines.topic()).orElseThrow();
                InputStream text = new ByteArrayInputStream(lines.text().getBytes(StandardCharsets.UTF_8));
                EventLines read = FileFormat.NDJSON.read(topic, text);
                events.read(topic, lines.topic(), new UndoneEdits(read, catalog::editedPartners));
            }
            return Previewing.of(events, catalog, limits);
        }
    }

    @Override
    public void close() {
        topics.close();
    }
}

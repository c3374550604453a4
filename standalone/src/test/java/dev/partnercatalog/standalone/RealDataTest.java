package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.cli.publish.Line;
import dev.partnercatalog.cli.publish.NdjsonReader;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A catalog of tens of thousands of events in the folder given by the environment variable {@code CATALOG_DATA}, one
 * file {@code TOPIC.ndjson} for each input topic. Skipped if there is none.
 */
@Tag("processes")
@ResourceLock("products that the documents and the real data have in common")
@ExtendWith(CatalogExtension.class)
class RealDataTest {
    private static final Path DATA = Path.of("..")
            .toAbsolutePath()
            .normalize()
            .resolve(System.getenv().getOrDefault("CATALOG_DATA", "../shared/data"));
    private static final List<CatalogTopic> INPUTS =
            Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput).toList();
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String PARTNER = "menuboard";
    private static final int BATCH = 100;

    /** As many as a request may ask for. */
    private static final int MOST = 1_000;

    private final CatalogModel model = new CatalogModel();
    private final List<String> barcodes = new ArrayList<>();
    private final Map<Scope, List<Listing>> listings = new HashMap<>();
    private Partner partner = new Partner();

    @Test
    void every_answer_and_every_delivery_is_what_the_rules_say(CatalogAddresses catalog) throws Exception {
        assumeTrue(Files.isDirectory(DATA), () -> "no catalog in " + DATA + "; CATALOG_DATA sets another folder");
        for (CatalogTopic topic : INPUTS) {
            try (InputStream in = open(topic)) {
                catalog.publish(topic, in);
            }
            read(topic);
        }
        PartnerClient client = catalog.client(PARTNER);

        List<Scope> allowed = listings.keySet().stream()
                .filter(scope -> model.allows(PARTNER, scope))
                .toList();
        assertThat(allowed).isNotEmpty();
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        Random random = new Random(seed);
        for (Scope scope : allowed) {
            await().atMost(LONG).untilAsserted(() -> assertSkus(client, scope));
            List<String> asked = asked(scope, random);
            await("seed " + seed)
                    .atMost(LONG)
                    .untilAsserted(() -> model.assertAnswered(
                            PARTNER, List.of(scope, new Scope.Company(scope.companyId())), asked, client));
        }
        assertDelivered(catalog);
    }

    private static InputStream open(CatalogTopic topic) throws Exception {
        return Files.newInputStream(DATA.resolve(topic.baseName() + ".ndjson"));
    }

    private void read(CatalogTopic topic) throws Exception {
        try (InputStream in = open(topic)) {
            NdjsonReader lines = new NdjsonReader(topic, in);
            for (Line line = lines.next(); line != null; line = lines.next()) {
                Line.Event put = (Line.Event) line;
                model.take(topic, put.key(), put.value());
                if (put.value() instanceof BpdVariant variant) {
                    barcodes.add(variant.getBarcode());
                } else if (put.value() instanceof Listing listing) {
                    listings.computeIfAbsent(
                                    Scope.of(listing.getCompanyId(), listing.getLocationId()), s -> new ArrayList<>())
                            .add(listing);
                } else if (put.value() instanceof Partner other && put.key().equals(PARTNER)) {
                    partner = other;
                }
            }
        }
    }

    private void assertSkus(PartnerClient client, Scope scope) throws Exception {
        List<Listing> listed = Objects.requireNonNull(listings.get(scope));
        Map<String, String> mapped = new TreeMap<>();
        client.variants(
                        scope.companyId(),
                        scope.locationId(),
                        List.of(),
                        listed.stream().map(Listing::getSku).toList())
                .path("mappedSkuBarcodes")
                .properties()
                .forEach(sku -> mapped.put(sku.getKey(), sku.getValue().asText()));
        assertThat(mapped).isEqualTo(listed.stream().collect(Collectors.toMap(Listing::getSku, Listing::getBarcode)));
    }

    /** What is listed, and some of what isn't. */
    private List<String> asked(Scope scope, Random random) {
        return Stream.concat(
                        Objects.requireNonNull(listings.get(scope)).stream().map(Listing::getBarcode),
                        random.ints(BATCH, 0, barcodes.size())
                                .mapToObj(index -> random.nextInt(20) == 0 ? "none-" + index : barcodes.get(index)))
                .distinct()
                .limit(MOST)
                .toList();
    }

    /** Everything comes once. */
    private void assertDelivered(CatalogAddresses catalog) throws Exception {
        Map<String, String> due = model.listed(PARTNER);
        try (RawReceiver receiver = RawReceiver.start(catalog.webhookSecret(PARTNER))) {
            Partner listening = Partner.newBuilder(partner)
                    .setWebhook(new WebhookSetting(true, receiver.url().toString()))
                    .build();
            catalog.publish(CatalogTopic.PARTNERS, listening.toString());
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(receiver.received()).isEqualTo(due.size()));
            assertThat(receiver.held()).isEqualTo(due);

            assertThat(receiver.faults()).isEmpty();
            catalog.publish(CatalogTopic.PARTNERS, partner.toString());
        }
    }
}

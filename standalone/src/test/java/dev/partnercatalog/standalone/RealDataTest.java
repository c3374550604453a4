package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.listen.WebhookReceiver;
import dev.partnercatalog.cli.publish.Line;
import dev.partnercatalog.cli.publish.NdjsonReader;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
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
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A catalog of tens of thousands of events in the folder given by the environment variable {@code CATALOG_DATA}, one
 * file {@code TOPIC.ndjson} for each input topic. Skipped if there is none.
 */
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
    private static final int BATCHES = 100;
    private static final int BATCH = 100;

    private final CatalogModel model = new CatalogModel();
    private final List<String> barcodes = new ArrayList<>();
    private final Map<Scope, List<Listing>> listings = new HashMap<>();
    private Partner partner = new Partner();

    private final ConcurrentMap<String, UUID> held = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> deliveries = new ConcurrentHashMap<>();
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();

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
        for (Scope scope : allowed) {
            await().atMost(LONG).untilAsserted(() -> assertListed(client, scope));
        }
        assertRandom(client, allowed);
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

    private void assertListed(PartnerClient client, Scope scope) throws Exception {
        List<Listing> listed = Objects.requireNonNull(listings.get(scope));
        List<String> skus = listed.stream().map(Listing::getSku).toList();
        JsonNode answer = client.variants(scope.companyId(), scope.locationId(), List.of(), skus);
        Map<String, String> mapped = new TreeMap<>();
        answer.path("mappedSkuBarcodes")
                .properties()
                .forEach(sku -> mapped.put(sku.getKey(), sku.getValue().asText()));
        assertThat(mapped).isEqualTo(listed.stream().collect(Collectors.toMap(Listing::getSku, Listing::getBarcode)));
        assertVariants(answer, scope, listed.stream().map(Listing::getBarcode).distinct());
    }

    private void assertRandom(PartnerClient client, List<Scope> scopes) throws Exception {
        long seed = System.nanoTime();
        System.err.println("RealDataTest: seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < BATCHES; i++) {
            Scope at = scopes.get(random.nextInt(scopes.size()));
            Scope scope = random.nextBoolean() ? at : new Scope.Company(at.companyId());
            List<String> asked = random.ints(BATCH, 0, barcodes.size())
                    .mapToObj(index -> random.nextInt(20) == 0 ? "none-" + index : barcodes.get(index))
                    .distinct()
                    .toList();
            JsonNode answer = client.variants(scope.companyId(), scope.locationId(), asked, List.of());
            assertVariants(answer, scope, asked.stream());
            assertThat(answer.path("failedBarcodes").valueStream().map(JsonNode::asText))
                    .containsExactlyElementsOf(asked.stream()
                            .filter(barcode -> barcode.startsWith("none-"))
                            .toList());
        }
    }

    private void assertVariants(JsonNode answer, Scope scope, Stream<String> expected) {
        assertThat(answer.path("variants").valueStream().toList())
                .isEqualTo(expected.map(barcode -> model.variant(PARTNER, scope, barcode))
                        .filter(Objects::nonNull)
                        .map(PartnerClient::read)
                        .toList());
    }

    private void assertDelivered(CatalogAddresses catalog) throws Exception {
        Map<String, UUID> due = due();
        try (WebhookReceiver receiver =
                WebhookReceiver.start(catalog.webhookSecret(PARTNER), this::receive, refused::add)) {
            Partner listening = Partner.newBuilder(partner)
                    .setWebhook(new WebhookSetting(true, receiver.url().toString()))
                    .build();
            catalog.publish(CatalogTopic.PARTNERS, listening.toString());
            await().atMost(LONG).untilAsserted(() -> assertThat(held).isEqualTo(due));
            assertThat(deliveries.values()).containsOnly(1);
            assertChangeDelivered(catalog, due);
            assertThat(refused).isEmpty();
            catalog.publish(CatalogTopic.PARTNERS, partner.toString());
        }
    }

    /** One override leads to one delivery at each scope that lists the variant, and at no other. */
    private void assertChangeDelivered(CatalogAddresses catalog, Map<String, UUID> before) throws Exception {
        String[] some = before.keySet().iterator().next().split("/", 3);
        CompanyOverride override = CompanyOverride.newBuilder()
                .setCompanyId(Long.parseLong(some[0]))
                .setBarcode(some[2])
                .setBrand("a brand of this test")
                .build();
        model.take(CatalogTopic.COMPANY_OVERRIDES, some[0] + "/" + some[2], override);
        Map<String, UUID> after = due();

        long start = System.nanoTime();
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, override.toString());
        await().atMost(LONG).untilAsserted(() -> assertThat(held).isEqualTo(after));

        System.err.println("RealDataTest: a change was delivered in "
                + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
        assertThat(deliveries)
                .allSatisfy((id, times) ->
                        assertThat(times).isEqualTo(Objects.equals(before.get(id), after.get(id)) ? 1 : 2));
    }

    private Map<String, UUID> due() {
        Map<String, UUID> due = new HashMap<>();
        model.listed(PARTNER).forEach((id, variant) -> due.put(id, digest(PartnerClient.read(variant))));
        return due;
    }

    private void receive(JsonNode message) {
        message.at("/data/variants").forEach(variant -> {
            held.put(RawReceiver.id(variant), digest(variant));
            deliveries.merge(RawReceiver.id(variant), 1, Integer::sum);
        });
        message.at("/data/removed").forEach(variant -> held.remove(RawReceiver.id(variant)));
    }

    /** The records together are larger than the heap should be; two different ones have different digests. */
    private static UUID digest(JsonNode variant) {
        return UUID.nameUUIDFromBytes(variant.toString().getBytes(UTF_8));
    }
}

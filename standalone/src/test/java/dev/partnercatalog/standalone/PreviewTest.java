package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./catalog preview} says about random events is what happens once they are published. */
@ExtendWith(CatalogExtension.class)
class PreviewTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final long COMPANY = 7_800;
    private static final List<Long> LOCATIONS = List.of(COMPANY, 7_801L, 7_802L);
    private static final List<String> BARCODES = List.of("preview-1", "preview-2", "preview-3", "preview-4");
    private static final int ROUNDS = 6;
    private static final String PARTNER = "preview";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    /** What the test has published, by listing key. */
    private final Map<String, String> listings = new HashMap<>();

    @Test
    void what_a_preview_tells_is_what_happens(CatalogAddresses catalog) throws Exception {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        System.out.println("PreviewTest: -Dcatalog.seed=" + seed);
        Random random = new Random(seed);
        catalog.publish(CatalogTopic.PARTNERS, partner(true, true, false));
        for (String barcode : BARCODES) {
            catalog.publish(CatalogTopic.BPD_VARIANTS, product(barcode, "First", "18.5"));
        }
        list(catalog, COMPANY, "all", "preview-1");
        list(catalog, 7_801, "s-1", "preview-2");
        list(catalog, 7_802, "s-2", "preview-3");
        PartnerClient client = catalog.client(PARTNER);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(records(client, listings)).hasSize(2));

        for (int round = 0; round < ROUNDS; round++) {
            Map<CatalogTopic, List<String>> events = new EnumMap<>(CatalogTopic.class);
            Map<String, String> listed = new HashMap<>(listings);
            // A deletion adds nothing if nothing is listed, and a preview needs an event.
            for (int i = 1 + random.nextInt(4); i > 0 || events.isEmpty(); i--) {
                addEvent(random, events, listed);
            }
            Map<String, JsonNode> before = records(client, listings);
            Set<String> told = told(preview(catalog, events));
            for (Map.Entry<CatalogTopic, List<String>> topic : events.entrySet()) {
                catalog.publish(topic.getKey(), topic.getValue().toArray(String[]::new));
            }
            await("seed " + seed + ", round " + round + ": " + events)
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(differences(before, records(client, listed)))
                            .isEqualTo(told));
            await("published again, they change nothing: seed " + seed + ", round " + round + ": " + events)
                    .atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(told(preview(catalog, events))).isEmpty());
            listings.clear();
            listings.putAll(listed);
        }
    }

    private void list(CatalogAddresses catalog, long location, String sku, String barcode) throws Exception {
        listings.put(location + "/" + sku, barcode);
        catalog.publish(CatalogTopic.LISTINGS, listing(location, sku, barcode));
    }

    private static void addEvent(Random random, Map<CatalogTopic, List<String>> events, Map<String, String> listed) {
        String barcode = BARCODES.get(random.nextInt(BARCODES.size()));
        String value = "v" + random.nextInt(5);
        switch (random.nextInt(8)) {
            case 0 -> add(events, CatalogTopic.BPD_VARIANTS, product(barcode, value, random.nextInt(30) + ".5"));
            case 1 -> add(events, CatalogTopic.BPD_VARIANTS, "{\"$delete\": {\"barcode\": \"" + barcode + "\"}}");
            case 2 ->
                add(
                        events,
                        CatalogTopic.COMPANY_OVERRIDES,
                        "{\"companyId\": 7800, \"barcode\": \"%s\", \"brand\": \"%s\", \"thc\": {\"avg\": \"1,260mg\"}}"
                                .formatted(barcode, value));
            case 3 ->
                add(
                        events,
                        CatalogTopic.LOCATION_ATTRIBUTES,
                        "{\"companyId\": 7800, \"locationId\": 7801, \"barcode\": \"%s\", \"displayName\": \"%s\"}"
                                .formatted(barcode, value));
            case 4 -> {
                long location = LOCATIONS.get(random.nextInt(LOCATIONS.size()));
                add(events, CatalogTopic.LISTINGS, listing(location, "s-1", barcode));
                listed.put(location + "/s-1", barcode);
            }
            case 5 ->
                listed.keySet().stream().min(Comparator.naturalOrder()).ifPresent(key -> {
                    String[] parts = key.split("/", 2);
                    add(
                            events,
                            CatalogTopic.LISTINGS,
                            "{\"$delete\": {\"companyId\": 7800, \"locationId\": %s, \"sku\": \"%s\"}}"
                                    .formatted(parts[0], parts[1]));
                    listed.remove(key);
                });
            case 6 ->
                add(
                        events,
                        CatalogTopic.COMPANY_CONFIGS,
                        "{\"partnerId\": \"preview\", \"companyId\": 7800, \"cannabisUnitOfMeasure\": \"%s\"}"
                                .formatted(random.nextBoolean() ? "%" : "mg/g"));
            default ->
                add(
                        events,
                        CatalogTopic.PARTNERS,
                        partner(random.nextBoolean(), random.nextBoolean(), random.nextBoolean()));
        }
    }

    private static void add(Map<CatalogTopic, List<String>> events, CatalogTopic topic, String event) {
        events.computeIfAbsent(topic, any -> new ArrayList<>()).add(event);
    }

    private static String product(String barcode, String name, String thc) {
        return "{\"barcode\": \"%s\", \"name\": \"%s\", \"thc\": {\"avg\": \"%s\"}, \"cannabisUnitOfMeasure\": \"%%\"}"
                .formatted(barcode, name, thc);
    }

    private static String listing(long location, String sku, String barcode) {
        return "{\"companyId\": 7800, \"locationId\": %d, \"sku\": \"%s\", \"barcode\": \"%s\"}"
                .formatted(location, sku, barcode);
    }

    private static String partner(boolean names, boolean cannabinoids, boolean second) {
        return """
                {"partnerId": "preview", "partnerName": "n", "enabled": true, "webhook": {"enabled": false, "url": ""},\
                 "allowedCompanies": [{"id": "7800", "name": "c", "provider": "cova", "providerId": "preview",\
                 "allowedFields": {"badges": true, "cannabinoidOverrides": %s, "displayNameOverrides": %s, "labels": true},\
                 "locations": [{"id": "7801", "name": "l", "providerId": "q"}%s]}]}""".formatted(
                cannabinoids, names, second ? ", {\"id\": \"7802\", \"name\": \"m\", \"providerId\": \"r\"}" : "");
    }

    /** The partner's records of what each scope lists, by scope and barcode. */
    private static Map<String, JsonNode> records(PartnerClient client, Map<String, String> listings) throws Exception {
        Map<Long, Set<String>> byLocation = new TreeMap<>();
        listings.forEach((key, barcode) -> byLocation
                .computeIfAbsent(Long.valueOf(key.substring(0, key.indexOf('/'))), any -> new TreeSet<>())
                .add(barcode));
        Map<String, JsonNode> records = new TreeMap<>();
        for (Map.Entry<Long, Set<String>> location : byLocation.entrySet()) {
            HttpResponse<String> answer =
                    client.batchGet(COMPANY, location.getKey(), List.copyOf(location.getValue()), List.of());
            // A location that the partner may not see is answered with 403, and has no variants.
            assertThat(answer.statusCode()).isIn(200, 403);
            PartnerClient.read(answer.body())
                    .path("variants")
                    .forEach(record -> records.put(
                            location.getKey() + "/" + record.path("barcode").asText(), record));
        }
        return records;
    }

    private static Set<String> differences(Map<String, JsonNode> before, Map<String, JsonNode> after) {
        Set<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        Set<String> differences = new TreeSet<>();
        for (String key : keys) {
            JsonNode one = before.get(key);
            JsonNode other = after.get(key);
            if (!Objects.equals(one, other)) {
                differences.add(key + " " + (one == null ? "added" : other == null ? "removed" : "changed")
                        + fields(one, other));
            }
        }
        return differences;
    }

    private static String fields(@Nullable JsonNode before, @Nullable JsonNode after) {
        Set<String> fields = new TreeSet<>();
        if (before != null && after != null) {
            Set<String> all = new HashSet<>();
            before.fieldNames().forEachRemaining(all::add);
            after.fieldNames().forEachRemaining(all::add);
            all.stream()
                    .filter(field -> !before.path(field).equals(after.path(field)))
                    .forEach(fields::add);
        }
        return " " + fields;
    }

    /** Other tests' partners may see the company too. */
    private static Set<String> told(JsonNode preview) {
        Set<String> told = new TreeSet<>();
        for (JsonNode example : preview.path("examples")) {
            if (example.path("partnerId").asText().equals(PARTNER)) {
                Set<String> fields = new TreeSet<>();
                for (Iterator<String> names = example.path("fields").fieldNames(); names.hasNext(); ) {
                    fields.add(names.next());
                }
                told.add(example.path("locationId").asText() + "/"
                        + example.path("barcode").asText() + " "
                        + example.path("kind").asText() + " " + fields);
            }
        }
        JsonNode records = preview.path("partners").path(PARTNER);
        assertThat(told)
                .as("%s", preview)
                .hasSize(records.path("changed").asInt()
                        + records.path("added").asInt()
                        + records.path("removed").asInt());
        return told;
    }

    private JsonNode preview(CatalogAddresses catalog, Map<CatalogTopic, List<String>> events) throws Exception {
        List<String> command = new ArrayList<>(List.of("preview", "--json", "--examples", "1000"));
        for (Map.Entry<CatalogTopic, List<String>> topic : events.entrySet()) {
            command.add(Files.write(folder.resolve(topic.getKey().baseName() + ".ndjson"), topic.getValue())
                    .toString());
        }
        return PartnerClient.read(
                CommandRun.on(catalog, command.toArray(String[]::new)).endedWith(0));
    }
}

package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.Health;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.catalog.EntryStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Local stores are damaged, or another version's, while an application is down: it restores them from Kafka, and
 * continues as before.
 */
@Tag("processes")
@Order(1)
@ExtendWith(CatalogExtension.class)
class DamagedStoreTest {
    private static final List<String> APPLICATIONS = List.of("streams-app", "webhook-sink", "query-api");
    private static final int PRODUCTS = 200;
    private static final List<String> BARCODES =
            IntStream.range(0, PRODUCTS).mapToObj(i -> "damaged-" + i).toList();
    private static final byte OTHER_VERSION = VariantImage.VERSION + 1;

    /** What is done to the files of an application that is stopped. */
    @FunctionalInterface
    private interface Change<T> {
        T in(Path path) throws IOException;
    }

    /** What happens to a file of a store. */
    private static final List<Change<?>> DAMAGES = List.of(
            DamagedStoreTest::fillWithGarbage,
            file -> {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    return channel.truncate(channel.size() / 2).size();
                }
            },
            Files::deleteIfExists);

    @TempDir
    private Path folder = Path.of("");

    private final Map<String, Closeable> running = new HashMap<>();
    private Site site;
    private KafkaSettings kafka;
    private LinesAbout log;
    private CatalogAddresses catalog;

    @BeforeEach
    void prepare(CatalogAddresses shared) {
        site = Site.at(shared, folder);
        kafka = site.kafka("damaged.", 2);
        catalog = site.addresses(kafka);
        log = new LinesAbout(folder.toString(), Health.class.getName(), RowStore.class.getName());
    }

    @AfterEach
    void stopAll() throws IOException {
        log.close();
        for (String application : List.of("query-api", "webhook-sink", "streams-app")) {
            stop(application);
        }
        site.close();
    }

    @Test
    void whatever_is_damaged_is_rebuilt_and_nothing_is_served_or_sent_otherwise_than_before() throws Exception {
        for (String application : APPLICATIONS) {
            start(application);
        }
        try (RawReceiver receiver = RawReceiver.start(catalog.webhookSecret("damaged"))) {
            catalog.createClient("damaged");
            publishAll(receiver);
            await().untilAsserted(() -> {
                assertThat(receiver.held()).hasSize(PRODUCTS);
                assertThat(receiver.held().values().stream().filter(record -> record.contains("\"own\"")))
                        .hasSize(PRODUCTS / 2);
            });
            awaitNames(Map.of("first", PRODUCTS));
            int received = receiver.received();

            takeForAnotherVersion(receiver);
            for (String application : APPLICATIONS) {
                damage(application, DAMAGES, ".sst");
            }
            awaitNames(Map.of("first", PRODUCTS - 1, "third", 1));
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("damaged-0", "second"));
            awaitNames(Map.of("first", PRODUCTS - 2, "second", 1, "third", 1));
            awaitSent(receiver, "second");
            damage("webhook-sink", List.of(DamagedStoreTest::fillWithGarbage), "CURRENT");
            awaitNames(Map.of("first", PRODUCTS - 2, "second", 1, "third", 1));
            assertThat(receiver.received())
                    .as("only what changed was sent again")
                    .isEqualTo(received + 2);

            restart("webhook-sink", state -> state);
            damageFiles("webhook-sink", List.of(DamagedStoreTest::fillWithGarbage), ".sst");
            assertThat(catalog.client("damaged")
                            .send("POST", "/v1/partner/webhook/resync", "{\"companyId\": 7500}")
                            .get()
                            .statusCode())
                    .isEqualTo(200);
            awaitReport("webhook-sink");
            await().untilAsserted(() -> assertThat(receiver.received())
                    .as("what was in doubt comes again")
                    .isGreaterThanOrEqualTo(received + 2 + PRODUCTS));
        }
    }

    /** Images that are of another version of the program are as good as damaged ones. */
    private void takeForAnotherVersion(RawReceiver receiver) throws Exception {
        int images = restart("webhook-sink", state -> {
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("damaged-1", "third"));
            return changeImages(state);
        });
        assertThat(images).isGreaterThanOrEqualTo(PRODUCTS);
        awaitSent(receiver, "third");
        List<Path> renamed = restart("query-api", DamagedStoreTest::renameStores);
        assertThat(renamed).hasSize(2).noneMatch(Files::exists);
        assertThat(names(catalog.client("damaged")))
                .as("it was not ready before it had everything")
                .isEqualTo(Map.of("first", PRODUCTS - 1, "third", 1));
    }

    @Test
    void a_folder_that_is_in_use_or_cannot_be_made_is_told_in_one_line() throws Exception {
        kafka = site.kafka("used.", 1);
        Path file = Files.writeString(site.state(kafka, "file"), "no folder");
        try (StreamsApp resolver = site.startResolver(kafka, "used")) {
            assertThat(resolver.hasFailed()).isFalse();
            assertThatThrownBy(() -> site.startResolver(kafka, "used"))
                    .isInstanceOf(StateFolderException.class)
                    .hasMessageContaining("is in use by another process: give each instance its own")
                    .hasMessageContaining(site.state(kafka, "used").toString());
            assertThatThrownBy(() -> site.startResolver(kafka, "file"))
                    .isInstanceOf(StateFolderException.class)
                    .hasMessageStartingWith("the state folder " + file)
                    .hasMessageContaining("can't be created");
        }
    }

    private void publishAll(RawReceiver receiver) throws IOException {
        catalog.publish(CatalogTopic.PARTNERS, partner("damaged", receiver.url().toString(), 7_500));
        catalog.publish(CatalogTopic.BPD_VARIANTS, PRODUCTS, i -> product(BARCODES.get(i), "first"));
        // Half of them have an entry of the company's own.
        catalog.publish(
                CatalogTopic.COMPANY_OVERRIDES,
                PRODUCTS / 2,
                i -> "{\"companyId\": 7500, \"barcode\": \"%s\", \"brand\": \"own\"}".formatted(BARCODES.get(i)));
        catalog.publish(CatalogTopic.LISTINGS, PRODUCTS, i -> listing(7_500, BARCODES.get(i), BARCODES.get(i)));
    }

    private static void awaitSent(RawReceiver receiver, String name) {
        await().untilAsserted(() -> assertThat(receiver.held().values())
                .anyMatch(variant -> variant.contains("\"name\":\"" + name + "\"")));
    }

    private void awaitNames(Map<String, Integer> expected) throws Exception {
        PartnerClient partner = catalog.client("damaged");
        await().untilAsserted(() -> assertThat(names(partner)).isEqualTo(expected));
    }

    /** By SKU, so that every table is queried. */
    private static Map<String, Integer> names(PartnerClient partner) throws Exception {
        Map<String, Integer> names = new TreeMap<>();
        partner.variants(7_500, 7_501, List.of(), BARCODES)
                .path("variants")
                .forEach(variant -> names.merge(variant.path("name").asText(), 1, Integer::sum));
        return names;
    }

    private void start(String application) {
        running.put(
                application,
                switch (application) {
                    case "streams-app" -> site.startResolver(kafka)::close;
                    case "webhook-sink" -> site.startSink(kafka)::close;
                    default -> {
                        QueryApi api = site.startApi(kafka);
                        catalog = site.addresses(kafka, api);
                        yield api::close;
                    }
                });
    }

    private void stop(String application) throws IOException {
        Closeable started = running.remove(application);
        if (started != null) {
            started.close();
        }
    }

    /** Stops an application, changes its folder, and starts it again. */
    private <T> T restart(String application, Change<T> change) throws IOException {
        stop(application);
        T changed = change.in(site.state(kafka, application));
        start(application);
        return changed;
    }

    /** Stops an application, damages all its stores in turn, and starts it again. It reports what it found. */
    private void damage(String application, List<Change<?>> damages, String ending) throws IOException {
        stop(application);
        damageFiles(application, damages, ending);
        start(application);
        awaitReport(application);
    }

    private void damageFiles(String application, List<Change<?>> damages, String ending) throws IOException {
        log.clear();
        List<Path> files = paths(site.state(kafka, application), ".*(_|/global/).*" + Pattern.quote(ending));
        assertThat(files).as(application + " has stores on the disk").isNotEmpty();
        for (int i = 0; i < files.size(); i++) {
            damages.get(i % damages.size()).in(files.get(i));
        }
    }

    private static Path fillWithGarbage(Path file) throws IOException {
        byte[] garbage = new byte[(int) Files.size(file)];
        new Random(7).nextBytes(garbage);
        return Files.write(file, garbage);
    }

    /** An application has said which stores it makes anew. */
    private void awaitReport(String application) {
        await().untilAsserted(() -> assertThat(log.lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .containsIgnoringCase("the local store " + site.state(kafka, application))
                        .contains("discarding it and rebuilding it from Kafka")));
    }

    /** Makes all images in the stores of a sink that is stopped those of another version; returns their number. */
    private static int changeImages(Path folder) throws IOException {
        int images = 0;
        try (RocksDbMemory memory = new RocksDbMemory(16L << 20)) {
            for (Path store : paths(folder, ".*/" + EntryStore.NAME)) {
                images += changeImages(store, memory, 0, Family.CHANGES, Family.LATEST);
            }
            // After the product's revision.
            for (Path store : paths(folder, ".*/products")) {
                images += changeImages(store, memory, Long.BYTES);
            }
        }
        return images;
    }

    private static int changeImages(Path folder, RocksDbMemory memory, int versionAt, Family... more) {
        EnumSet<Family> families = EnumSet.of(Family.RECORDS, Family.PROGRESS);
        families.addAll(List.of(more));
        int images = 0;
        try (RowStore store = RowStore.open(folder, memory, families, Duration.ZERO)) {
            RowBatch changed = new RowBatch(store);
            // A row begins with its image's length, 0 if there is none.
            try (RowRange all = store.rows(Family.RECORDS, new byte[0], null)) {
                for (; all.hasNext(); all.advance()) {
                    ByteBuffer row = ByteBuffer.wrap(all.value());
                    if (row.getInt() > 0) {
                        row.put(Integer.BYTES + versionAt, OTHER_VERSION);
                        changed.put(Family.RECORDS, all.key(), row.array());
                        images++;
                    }
                }
            }
            store.write(changed);
            store.flush();
        }
        return images;
    }

    /** Gives the stores with images the names that they have in another version; returns these. */
    private static List<Path> renameStores(Path folder) throws IOException {
        List<Path> renamed = new ArrayList<>();
        for (Path store : paths(folder, ".*/(company-)?variant-images-" + VariantImage.VERSION + "[^/]*")) {
            String name = store.getFileName().toString();
            renamed.add(Files.move(
                    store, store.resolveSibling(name.replace("images-" + VariantImage.VERSION, "images-0"))));
        }
        return renamed;
    }

    /** What is in a folder, at any depth, under a path that matches a pattern. */
    private static List<Path> paths(Path folder, String pattern) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().matches(pattern)).toList();
        }
    }
}

package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.SmallDisk;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A full disk stops an application, which reports it, and nothing is lost: it continues by itself once there is room. */
@Tag("long")
@ExtendWith(CatalogExtension.class)
class FullDiskTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final long SEED = 7;

    /** Stores take 60 MiB before they contain anything, and are content with 32 MiB of room. */
    private static final int DISK_MIB = 192;

    /** Together more than the memory buffers may hold, and well below the size of the disk. */
    private static final int PRODUCTS = 500;

    private static final int TEXT_BYTES = 6_000;
    private static final int ROUNDS = 8;
    private static final List<String> BARCODES =
            IntStream.range(0, PRODUCTS).mapToObj(i -> "full-disk-" + i).toList();

    @TempDir
    Path folder;

    @Test
    @Timeout(600)
    void applications_stop_at_a_full_disk_and_go_on_without_loss_once_there_is_room(CatalogAddresses shared)
            throws Exception {
        int auth = FixedPort.free();
        CatalogAddresses catalog = ofItsOwn(shared, URI.create("http://127.0.0.1:" + auth));
        try (SmallDisk resolvers = SmallDisk.mount(folder.resolve("streams-app").resolve("state"), DISK_MIB);
                SmallDisk tables = SmallDisk.mount(folder.resolve("query-api").resolve("state"), DISK_MIB);
                ApplicationProcess streamsApp =
                        ApplicationProcess.streamsApp(catalog, folder, "streams-app", "--store-memory-mib=1");
                ApplicationProcess queryApi =
                        ApplicationProcess.queryApi(catalog, folder, "query-api", auth, "--store-memory-mib=1")) {
            streamsApp.start().awaitReady();
            queryApi.start().awaitReady();
            catalog.publish(CatalogTopic.PARTNERS, partner("full-disk", "", 7_600));
            publish(catalog, "first");
            PartnerClient partner = catalog.client("full-disk").at(queryApi.api());
            awaitNames(partner, "first");

            resolvers.fill();
            String second = publishUntilStopped(catalog, "second", streamsApp, resolvers);
            resolvers.makeRoom();
            awaitNames(partner, second);
            streamsApp.awaitReady();

            tables.fill();
            String third = publishUntilStopped(catalog, "third", queryApi, tables);
            tables.makeRoom();
            awaitNames(partner, third);
            queryApi.awaitReady();
        }
    }

    private static CatalogAddresses ofItsOwn(CatalogAddresses shared, URI auth) {
        KafkaSettings kafka = new KafkaSettings(
                shared.kafka().bootstrapServers(), new TopicSettings("full-disk.", 2, (short) 1), Map.of());
        return new CatalogAddresses(kafka, shared.registry(), auth, auth, auth, shared.secrets());
    }

    /** Random text can't be compressed, so that it takes as much room on the disk as was published. */
    private static void publish(CatalogAddresses catalog, String name) throws IOException {
        Random random = new Random(SEED);
        byte[] text = new byte[TEXT_BYTES];
        List<String> products = new ArrayList<>();
        for (String barcode : BARCODES) {
            random.nextBytes(text);
            products.add("{\"barcode\": \"%s\", \"name\": \"%s\", \"description\": \"%s\"}"
                    .formatted(barcode, name, Base64.getEncoder().encodeToString(text)));
        }
        catalog.publish(CatalogTopic.BPD_VARIANTS, products.toArray(String[]::new));
    }

    /**
     * A store keeps in memory what it can, and makes room by itself when it merges its files. The test therefore
     * publishes more, and leaves less room, for longer than it takes to report it, until a store fails or makes its
     * writer wait. Returns the name that was published last.
     */
    private static String publishUntilStopped(
            CatalogAddresses catalog, String name, ApplicationProcess application, SmallDisk disk)
            throws IOException, InterruptedException {
        await(application + " reports that it stops")
                .atMost(SOON)
                .until(() -> application.log().contains("stops until it can write to its state folder"));
        for (int round = 1; round <= ROUNDS; round++) {
            publish(catalog, name + " " + round);
            disk.fill();
        }
        assertThat(application.isAlive()).isTrue();
        assertThat(application.isReady()).isFalse();
        return name + " " + ROUNDS;
    }

    private static void awaitNames(PartnerClient partner, String name) {
        await(name).atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            Map<String, Integer> names = new TreeMap<>();
            for (int from = 0; from < PRODUCTS; from += 100) {
                JsonNode variants = partner.variants(7_600, 7_601, BARCODES.subList(from, from + 100), List.of())
                        .path("variants");
                variants.forEach(variant -> names.merge(variant.path("name").asText(), 1, Integer::sum));
            }
            assertThat(names).isEqualTo(Map.of(name, PRODUCTS));
        });
    }
}

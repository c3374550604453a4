package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several instances of the query API, in separate processes: each has everything, whichever of them stops, and none
 * has a consumer group.
 */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class InstancesTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int PRODUCTS = 400;
    private static final List<String> BARCODES =
            IntStream.range(0, PRODUCTS).mapToObj(i -> "instances-" + i).toList();

    @TempDir
    Path folder;

    @Test
    void an_instance_that_is_killed_or_stopped_is_missed_by_no_other_and_holds_everything_again_when_it_is_back(
            CatalogAddresses catalog) throws Exception {
        publish(catalog, "first");
        PartnerClient partner = catalog.client("instances");
        try (ApplicationProcess one = start(catalog, "one");
                ApplicationProcess two = start(catalog, "two")) {
            one.awaitReady();
            two.awaitReady();
            for (PartnerClient client : List.of(partner, partner.at(one.api()), partner.at(two.api()))) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(names(client)).containsOnlyKeys("first"));
            }
            try (Load load = new Load(partner.at(one.api()))) {
                two.kill();
                load.awaitMore(200);
                publish(catalog, "second");
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(names(partner.at(one.api()))).containsOnlyKeys("second"));
                try (ApplicationProcess again = start(catalog, "two")) {
                    again.awaitReady();
                    // Ready means that it has everything that existed when it started.
                    assertThat(names(partner.at(again.api()))).containsOnlyKeys("second");
                    again.terminate();
                }
                load.awaitMore(200);
                assertThat(load.faults).isEmpty();
            }
            assertThat(groups(catalog))
                    .contains(catalog.kafka().applicationId("streams-app"))
                    .as("neither a running instance nor one that is gone has a group")
                    .noneMatch(group -> group.contains("query-api"));
        }
        assertThat(names(partner)).isEqualTo(Map.of("second", PRODUCTS));
    }

    private static List<String> groups(CatalogAddresses catalog) throws Exception {
        try (Admin admin = Admin.create(catalog.kafka().properties())) {
            return admin.listGroups().all().get().stream()
                    .map(GroupListing::groupId)
                    .toList();
        }
    }

    private ApplicationProcess start(CatalogAddresses catalog, String name) throws IOException {
        return ApplicationProcess.queryApi(catalog, folder, name).start();
    }

    private static void publish(CatalogAddresses catalog, String name) throws IOException {
        catalog.publish(CatalogTopic.PARTNERS, partner("instances", "", 7_100));
        catalog.publish(
                CatalogTopic.BPD_VARIANTS,
                BARCODES.stream()
                        .map(barcode -> "{\"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name))
                        .toArray(String[]::new));
    }

    /** The number of variants with each name; all of them must be there. */
    private static Map<String, Integer> names(PartnerClient partner) throws Exception {
        Map<String, Integer> names = new TreeMap<>();
        JsonNode variants = partner.variants(7_100, 7_101, BARCODES, List.of()).path("variants");
        assertThat(variants).hasSize(PRODUCTS);
        variants.forEach(variant -> names.merge(variant.path("name").asText(), 1, Integer::sum));
        return names;
    }

    /** A client that sends requests without a pause, and treats everything except a complete response as a fault. */
    private static final class Load implements AutoCloseable {
        private final PartnerClient partner;
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final AtomicInteger answers = new AtomicInteger();
        private final Queue<String> faults = new ConcurrentLinkedQueue<>();
        private final Thread thread = new Thread(this::run, "load");

        Load(PartnerClient partner) {
            this.partner = partner;
            thread.start();
        }

        private void run() {
            while (!stopped.get()) {
                try {
                    String fault = fault(partner.batchGet(7_100, 7_101, BARCODES, List.of()));
                    if (fault != null) {
                        faults.add(fault);
                    }
                    answers.incrementAndGet();
                } catch (InterruptedException e) {
                    return;
                } catch (Exception e) {
                    faults.add(e.toString());
                }
            }
        }

        private static @Nullable String fault(HttpResponse<String> answer) {
            if (answer.statusCode() != 200) {
                return answer.statusCode() + " " + answer.body();
            }
            int found = PartnerClient.read(answer.body()).path("variants").size();
            return found == PRODUCTS ? null : found + " variants of " + PRODUCTS;
        }

        void awaitMore(int requests) {
            int from = answers.get();
            await().atMost(SOON).until(() -> answers.get() - from >= requests);
        }

        @Override
        public void close() {
            stopped.set(true);
            thread.interrupt();
        }
    }
}

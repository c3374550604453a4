package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.table.Table;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Several instances of the query API, in processes of their own: each answers for all, whichever of them goes. */
@ExtendWith(CatalogExtension.class)
class InstancesTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int PRODUCTS = 400;
    private static final List<String> BARCODES =
            IntStream.range(0, PRODUCTS).mapToObj(i -> "instances-" + i).toList();
    private static final String PARTNER = """
            {"partnerId": "instances", "partnerName": "s", "enabled": true, "webhook": {"enabled": false, "url": ""},\
             "allowedCompanies": [{"id": "7100", "name": "c", "provider": "cova", "providerId": "p",\
             "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
             "locations": [{"id": "7101", "name": "l", "providerId": "q"}]}]}""";

    @TempDir
    Path folder;

    @Test
    void each_instance_answers_for_all_and_clients_that_try_once_more_see_no_error_when_one_is_killed_or_stopped(
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
            awaitTwoCopies(catalog, one.internal(), two.internal());
            try (Load load = new Load(partner.at(one.api()))) {
                two.kill();
                load.awaitMore(200);
                assertThat(load.faults).isEmpty();
                publish(catalog, "second");
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(names(partner)).containsOnlyKeys("second"));
                try (ApplicationProcess again = start(catalog, "two")) {
                    again.awaitReady();
                    await().atMost(SOON)
                            .untilAsserted(() ->
                                    assertThat(names(partner.at(again.api()))).containsOnlyKeys("second"));
                    awaitTwoCopies(catalog, one.internal(), again.internal());
                    again.terminate();
                }
                load.awaitMore(200);
                assertThat(load.faults).isEmpty();
            }
        }
        assertThat(names(partner)).isEqualTo(Map.of("second", PRODUCTS));
    }

    /** As someone who restarts instances one by one does before the next. */
    private static void awaitTwoCopies(CatalogAddresses catalog, URI... others) {
        int partitions = catalog.kafka().topics().partitions();
        await().atMost(SOON).untilAsserted(() -> {
            Map<String, Integer> copies = new TreeMap<>();
            ApplicationProcess.readable(catalog.internal()).forEach(partition -> copies.put(partition, 1));
            for (URI instance : others) {
                ApplicationProcess.readable(instance).forEach(partition -> copies.merge(partition, 1, Integer::sum));
            }
            assertThat(copies)
                    .hasSize(Table.values().length * partitions)
                    .allSatisfy((partition, count) -> assertThat(count).isGreaterThanOrEqualTo(2));
        });
    }

    private ApplicationProcess start(CatalogAddresses catalog, String name) throws IOException {
        return ApplicationProcess.queryApi(catalog, folder, name).start();
    }

    private static void publish(CatalogAddresses catalog, String name) throws IOException {
        catalog.publish(CatalogTopic.PARTNERS, PARTNER);
        catalog.publish(
                CatalogTopic.BPD_VARIANTS,
                BARCODES.stream()
                        .map(barcode -> "{\"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name))
                        .toArray(String[]::new));
    }

    /** How many variants have which name; all of them must be there. */
    private static Map<String, Integer> names(PartnerClient partner) throws Exception {
        Map<String, Integer> names = new TreeMap<>();
        JsonNode variants = partner.variants(7_100, 7_101, BARCODES, List.of()).path("variants");
        assertThat(variants).hasSize(PRODUCTS);
        variants.forEach(variant -> names.merge(variant.path("name").asText(), 1, Integer::sum));
        return names;
    }

    /** A client that asks without a pause and tries once more where it is told to. */
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
                    String fault = fault(ask());
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

        private HttpResponse<String> ask() throws Exception {
            HttpResponse<String> answer = partner.batchGet(7_100, 7_101, BARCODES, List.of());
            if (answer.statusCode() != 503) {
                return answer;
            }
            String seconds = answer.headers().firstValue("Retry-After").orElseThrow();
            TimeUnit.SECONDS.sleep(
                    Long.parseLong(seconds)); // Nothing is awaited: a polite client pauses as it is told.
            return partner.batchGet(7_100, 7_101, BARCODES, List.of());
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

package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is taken from the metrics that Kafka Streams keeps, under names that it doesn't guarantee. */
@ExtendWith(CatalogExtension.class)
class MetricsTest {

    private static final String PRODUCTS = "variant-images-" + VariantImage.VERSION + "-1";

    @Test
    void a_running_application_tells_what_it_reads_stores_and_has_yet_to_read(CatalogAddresses catalog)
            throws Exception {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"measured-1\", \"name\": \"measured\"}");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            String metrics = scrape(catalog);
            assertThat(value(metrics, "catalog_streams_read_records_total{topic=\"catalog.resolved-variants\"}"))
                    .isPositive();
            assertThat(value(metrics, "catalog_streams_lag_records{topic=\"catalog.resolved-variants\"}"))
                    .isZero();
            assertThat(value(metrics, "catalog_streams_store_records{store=\"" + PRODUCTS + "\"}"))
                    .isPositive();
            assertThat(value(metrics, "catalog_streams_store_disk_bytes{store=\"" + PRODUCTS + "\"}"))
                    .isNotNegative();
            assertThat(value(metrics, "catalog_streams_store_memory_bytes")).isPositive();
            assertThat(value(metrics, "catalog_streams_running")).isOne();
            assertThat(value(metrics, "catalog_data_age_seconds")).isBetween(0.0, 10.0);
            assertThat(value(metrics, "catalog_streams_failed_threads_total")).isZero();
            assertThat(metrics).contains("jvm_memory_used_bytes", "process_open_fds", "disk_free_bytes");
        });
    }

    private static double value(String metrics, String series) {
        Matcher line =
                Pattern.compile("(?m)^" + Pattern.quote(series) + " (\\S+)$").matcher(metrics);
        assertThat(line.find()).as(series).isTrue();
        return Double.parseDouble(line.group(1));
    }

    private static String scrape(CatalogAddresses catalog) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(catalog.internal().resolve("/metrics")).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}

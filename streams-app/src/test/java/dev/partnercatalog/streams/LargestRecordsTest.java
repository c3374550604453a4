package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.quarantine.DeadLetterHeaders;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A record that none of our topics accepts would stop the resolver for good: no event may result in one. */
class LargestRecordsTest {

    /** What the keys and the rest of these events take of the largest event's size. */
    private static final int REST = 300;

    private static final int LARGEST = TopicSettings.MAX_EVENT_BYTES - REST;

    /** Of processor time; it needs about a tenth of this. */
    private static final Duration MOST_TIME = Duration.ofSeconds(40);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    /**
     * BPD's cannabinoids and the override's parent product are in the entry twice: as values, and as what applies if a
     * flag is off. Their names have hash codes that lie close together, which once cost two minutes of comparing each
     * with each other.
     */
    @Test
    void the_largest_entry_from_the_largest_layers_fits_a_record() {
        Map<String, Range> cannabinoids = new HashMap<>();
        for (int i = 0, bytes = 0; bytes < LARGEST - 20; i++) {
            String name = Integer.toString(i, 36);
            cannabinoids.put(name, new Range("", "", ""));
            bytes += name.length() + 4;
        }
        BpdVariant bpd = Events.bpd("b", "Canonical");
        bpd.setSecondaryCannabinoids(cannabinoids);
        CompanyOverride override = Events.override(1, "b", null);
        override.setThc(new Range("1", "", ""));
        override.setParentProductName("x".repeat(LARGEST));
        DisplayAttributes company = Events.attributes(1, null, "b", null);
        company.setDescription("é".repeat(LARGEST / 2));
        DisplayAttributes location = Events.attributes(1, 2L, "b", "Here");
        location.setBadges(Collections.nCopies((LARGEST - 10) / 2, "x"));

        long begin = THREADS.getCurrentThreadCpuTime();
        publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", location);
        publish(CatalogTopic.COMPANY_ATTRIBUTES, "1/b", company);
        publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", override);
        publish(CatalogTopic.BPD_VARIANTS, "b", bpd);
        assertThat(THREADS.getCurrentThreadCpuTime() - begin).isLessThan(MOST_TIME.toNanos());

        ResolvedVariant entry = catalog.readResolved().stream()
                .filter(record -> record.key().equals("b/1/2"))
                .findFirst()
                .orElseThrow()
                .value();
        assertThat(Objects.requireNonNull(entry.getWithoutDisplayNames()).getParentProductName())
                .hasSize(LARGEST);
        assertThat(Objects.requireNonNull(entry.getWithoutCannabinoidOverrides())
                        .getSecondaryCannabinoids())
                .hasSize(cannabinoids.size());
        assertThat(new SingleObjectSerde<>(ResolvedVariant.class).encode(entry).length)
                .isBetween(6 * LARGEST - 2_000, TopicSettings.MAX_RECORD_BYTES - (256 << 10));
    }

    @Test
    void an_event_whose_text_would_grow_when_encoded_counts_with_its_encoded_size() {
        String half = "x".repeat(LARGEST / 2);
        publishInvalid(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", half));
        publishInvalid(CatalogTopic.COMPANIES, "1", new Company(1L, half, "", "id", List.of(), List.of()));
        publishInvalid(
                CatalogTopic.COMPANY_CONFIGS,
                "p/1",
                CompanyConfig.newBuilder()
                        .setPartnerId("p")
                        .setCompanyId(1)
                        .setVariantTypePreferences(Map.of("a", List.of(half)))
                        .build());
        publishInvalid(
                CatalogTopic.LOCATION_CONFIGS,
                "p/1/2",
                LocationConfig.newBuilder()
                        .setPartnerId("p")
                        .setCompanyId(1)
                        .setLocationId(2)
                        .setVariantTypePreferences(Map.of("a", List.of(half)))
                        .build());
        assertThat(catalog.readResolved()).isEmpty();
    }

    @Test
    void a_partner_whose_text_would_grow_beyond_what_a_record_may_have_is_refused() {
        String name = "x".repeat(TopicSettings.MAX_PARTNER_BYTES - REST);
        catalog.publishBytes(
                CatalogTopic.PARTNERS,
                new byte[] {'p'},
                invalid(catalog.encode(CatalogTopic.PARTNERS, Partners.named(name))));
        assertThat(reason(catalog.deadLetters().readRecord()))
                .containsPattern("the record is 125\\d{5} bytes long .*: at most 4194304 are allowed");
    }

    private void publishInvalid(CatalogTopic topic, String key, SpecificRecord value) {
        catalog.publishBytes(topic, key.getBytes(StandardCharsets.UTF_8), invalid(catalog.encode(topic, value)));
        assertThat(reason(catalog.deadLetters().readRecord()))
                .as(topic.baseName())
                .containsPattern("the record is 19\\d{5} bytes long .*: at most 1310720 are allowed");
    }

    /** Each replaced letter is read as a replacement of three bytes: it isn't UTF-8. */
    private static byte[] invalid(byte[] value) {
        for (int i = 0; i < value.length; i++) {
            if (value[i] == 'x') {
                value[i] = (byte) 0xff;
            }
        }
        return value;
    }

    @Test
    void a_dead_letter_with_very_many_small_headers_is_left_without_them() {
        Headers headers = new RecordHeaders();
        for (int i = 0; i < TopicSettings.MAX_RECORD_BYTES / 10; i++) {
            headers.add("", null);
        }
        catalog.publishBytes(CatalogTopic.BPD_VARIANTS, new byte[] {'b'}, new byte[] {9}, headers);
        TestRecord<byte[], byte[]> letter = catalog.deadLetters().readRecord();
        assertThat(letter.headers().toArray()).hasSizeLessThan(10);
        assertThat(reason(letter)).isNotBlank();
    }

    private void publish(CatalogTopic topic, String key, SpecificRecord value) {
        assertThat(catalog.encode(topic, value).length + key.length())
                .isBetween(LARGEST - 100, TopicSettings.MAX_EVENT_BYTES);
        catalog.publish(topic, key, value);
        assertThat(catalog.deadLetters().isEmpty()).isTrue();
    }

    private static String reason(TestRecord<byte[], byte[]> letter) {
        Header reason = letter.headers().lastHeader(DeadLetterHeaders.REASON);
        return new String(reason.value(), StandardCharsets.UTF_8);
    }
}

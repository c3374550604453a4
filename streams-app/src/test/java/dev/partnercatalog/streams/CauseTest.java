package dev.partnercatalog.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** How the trace and the time of an event reach the records written because of it. */
@Isolated("it reads the log, which all classes share")
class CauseTest {

    private static final TraceParent ONE = trace('1');
    private static final TraceParent TWO = trace('2');

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final TopologyHarness catalog = new TopologyHarness();

    @AfterEach
    void close() {
        catalog.close();
    }

    @Test
    void each_entry_carries_trace_and_time_of_the_event_that_changed_it() {
        publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"), ONE.text());
        assertThat(causes(catalog.readResolved())).containsExactly(new Cause(now.toEpochMilli(), ONE));

        publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"), TWO.text());
        publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", Events.attributes(1, 2L, "b", "Here"), TWO.text());
        assertThat(causes(catalog.readResolved())).hasSize(2).containsOnly(new Cause(now.toEpochMilli(), TWO));

        publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical at last"), ONE.text());
        assertThat(causes(catalog.readResolved()))
                .as("the entry that holds everywhere; the others have names of their own, but other sources")
                .isNotEmpty()
                .containsOnly(new Cause(now.toEpochMilli(), ONE));
    }

    @Test
    void a_listing_that_moves_passes_on_its_trace_to_both_barcodes() {
        publish(CatalogTopic.BPD_VARIANTS, "a", Events.bpd("a", "A"), ONE.text());
        publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), ONE.text());
        publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "a"), ONE.text());
        catalog.readResolved();
        catalog.readSkuBarcodes();

        publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"), TWO.text());
        List<TestRecord<String, ResolvedVariant>> moved = catalog.readResolved();
        assertThat(moved).extracting(TestRecord::key).containsExactlyInAnyOrder("a/1", "b/1");
        assertThat(causes(moved)).containsOnly(new Cause(now.toEpochMilli(), TWO));
        assertThat(catalog.readSkuBarcodes())
                .singleElement()
                .satisfies(
                        record -> assertThat(Cause.of(record.headers())).isEqualTo(new Cause(now.toEpochMilli(), TWO)));
    }

    @Test
    void a_malformed_trace_is_ignored_and_none_is_made_up() {
        publish(CatalogTopic.BPD_VARIANTS, "a", Events.bpd("a", "A"), ONE.text() + "-and-more");
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), now);
        assertThat(causes(catalog.readResolved())).hasSize(2).containsOnly(new Cause(now.toEpochMilli(), null));
    }

    @Test
    void other_headers_of_upstream_are_not_passed_on() {
        Headers headers = headers(ONE.text()).add("x-large", new byte[10_000]).add("event-time", new byte[8]);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), now, headers);
        assertThat(catalog.readResolved().get(0).headers().toArray())
                .extracting(header -> header.key())
                .containsExactlyInAnyOrder(TraceParent.HEADER, "event-time");
    }

    @Test
    void a_dead_letter_keeps_its_trace() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "other", Events.bpd("b", "B"), now, headers(ONE.text()));
        assertThat(catalog.deadLetters()
                        .readRecord()
                        .headers()
                        .lastHeader(TraceParent.HEADER)
                        .value())
                .isEqualTo(ONE.text().getBytes(UTF_8));
    }

    @Test
    void the_log_names_the_trace_at_each_step() {
        Logger log = (Logger) LoggerFactory.getLogger("dev.partnercatalog");
        Logger input = (Logger) LoggerFactory.getLogger("dev.partnercatalog.streams.input");
        Level before = input.getLevel();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        log.setLevel(Level.DEBUG);
        input.setLevel(Level.DEBUG);
        try {
            publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), ONE.text());
            publish(CatalogTopic.BPD_VARIANTS, "other", Events.bpd("c", "C"), TWO.text());
        } finally {
            log.detachAppender(lines);
            log.setLevel(null);
            input.setLevel(before);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.matches("event from catalog.bpd-variants-0 at offset \\d+, trace 1{32}"))
                .anyMatch(line -> line.matches("b is at revision \\d+, trace 1{32}"))
                .anyMatch(line -> line.matches(
                        "dead letter from catalog.bpd-variants-0 at offset \\d+, trace 2{32}: .* barcode .*"));
    }

    @Test
    void the_age_of_events_when_their_entries_are_written_is_measured_once_per_event_that_changes_something() {
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"), now.minusSeconds(10));
        catalog.publish(CatalogTopic.LISTINGS, "1/3/s", Events.listing(1, 3, "s", "b"), now.minusSeconds(10));
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), now.minusSeconds(10));
        assertThat(catalog.readResolved()).hasSize(2);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), now.minusSeconds(10));
        catalog.publish(CatalogTopic.BPD_VARIANTS, "old", Events.bpd("old", "Old"), Instant.EPOCH);
        assertThat(catalog.resolved().count()).isEqualTo(2);
        assertThat(catalog.resolved().max(TimeUnit.SECONDS)).isGreaterThanOrEqualTo(10);
    }

    private <T extends SpecificRecord> void publish(CatalogTopic topic, String key, T value, String trace) {
        catalog.publish(topic, key, value, now, headers(trace));
    }

    private static Headers headers(String trace) {
        return new RecordHeaders().add(TraceParent.HEADER, trace.getBytes(UTF_8));
    }

    private static <T> List<Cause> causes(List<TestRecord<String, T>> records) {
        return records.stream().map(record -> Cause.of(record.headers())).toList();
    }

    private static TraceParent trace(char digit) {
        return new TraceParent("00-" + String.valueOf(digit).repeat(32) + "-00f067aa0ba902b7-01");
    }
}

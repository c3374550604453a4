package dev.partnercatalog.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.BacklogHistory.Sample;
import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.console.live.Observation.Sight;
import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Every value that comes from outside tries to be markup, on every page. */
class HostileValuesTest {

    private static final String HOSTILE = "'\"><script>alert(1)</script>";
    private static final byte[] BYTES = HOSTILE.getBytes(StandardCharsets.UTF_8);
    private static final Visitor SIGNED_IN = new Visitor(HOSTILE, true);
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private final PartnerConfig config = PartnerConfig.newBuilder()
            .setRevision(1)
            .setPartner(new Partner(
                    HOSTILE,
                    HOSTILE,
                    true,
                    new WebhookSetting(true, HOSTILE),
                    List.of(new AllowedCompany(
                            HOSTILE,
                            HOSTILE,
                            HOSTILE,
                            HOSTILE,
                            new AllowedFields(true, true, true, true),
                            List.of(new AllowedLocation(HOSTILE, HOSTILE, HOSTILE))))))
            .build();
    private final WebhookStatus status = WebhookStatus.of(
            config,
            WebhookEndpoint.newBuilder()
                    .setPartnerId(HOSTILE)
                    .setUrl(HOSTILE)
                    .setUpdatedAt(0)
                    .setStatus(EndpointStatus.SUSPENDED)
                    .setSuspension(HOSTILE)
                    .build(),
            List.of());

    private final UnreadableRecord unreadable =
            new UnreadableRecord(CatalogTopic.CLIENTS, 0, 7, HOSTILE.getBytes(StandardCharsets.UTF_8), HOSTILE);

    @Test
    void the_overview() {
        Flow flow = new Flow(
                NOON,
                Map.of(CatalogTopic.BPD_VARIANTS, 1.5),
                List.of(
                        new Flow.Group("streams-app", HOSTILE, 1, 1, Map.of(HOSTILE, 5L)),
                        new Flow.Group("query-api", null, 0, 0, Map.of()),
                        new Flow.Group("webhook-sink", "Stable", 1, 1, Map.of())),
                3);
        assertHarmless(OverviewPage.of(new Sight(flow, null, HOSTILE), List.of(status), List.of(unreadable), HOSTILE));
    }

    @Test
    void the_partners() {
        assertHarmless(PartnersPage.of(List.of(status), "", 1, HOSTILE));
        assertHarmless(new PartnerPage(
                        config,
                        status,
                        List.of(new Client(HOSTILE, HOSTILE, ByteBuffer.wrap(BYTES), true, NOON)),
                        List.of(WebhookAttempt.newBuilder()
                                .setPartnerId(HOSTILE)
                                .setUrl(HOSTILE)
                                .setAt(0)
                                .setWebhookId(HOSTILE)
                                .setKind(AttemptKind.CHANGES)
                                .setOutcome(AttemptOutcome.FAILED)
                                .setDurationMs(1)
                                .setError(HOSTILE)
                                .build()),
                        List.of(new Sample(NOON, 1), new Sample(NOON.plusSeconds(5), 2)))
                .page(SIGNED_IN));
    }

    @Test
    void the_dead_letters() {
        RecordHeaders headers = new RecordHeaders();
        headers.add(HOSTILE, BYTES);
        LogPosition id = new LogPosition(0, 1);
        DeadLetter letter =
                new DeadLetter(id, NOON, HOSTILE, new DeadLetter.Source(HOSTILE, id, 0, id), BYTES, BYTES, 0, headers);
        assertHarmless(new DeadLettersPage(List.of(LetterRow.of(letter)), HOSTILE).page(SIGNED_IN));
        assertHarmless(new DeadLetterPage(letter, new Payload.Decoded(1, HOSTILE, HOSTILE)).page(SIGNED_IN));
        assertHarmless(new DeadLetterPage(letter, new Payload.Undecodable(HOSTILE)).page(SIGNED_IN));
    }

    @Test
    void the_question_the_errors_and_the_notices() {
        assertHarmless(ExplainPage.of(new ExplainPage.Fields(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE), HOSTILE));
        assertHarmless(ErrorPage.of(null, HOSTILE, HOSTILE));
    }

    private static void assertHarmless(Page page) {
        String document = Layout.render(page, SIGNED_IN, new Outage(HOSTILE, NOON), List.of(HOSTILE));
        assertThat(document).contains("&lt;script&gt;alert(1)");
        assertThat(document.replace("<script type=\"module\" src=\"/console.js\"></script>", ""))
                .doesNotContain("<script");
    }
}

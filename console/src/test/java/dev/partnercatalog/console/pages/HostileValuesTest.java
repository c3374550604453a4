package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.BacklogHistory.Sample;
import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.console.live.Observation.Sight;
import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.console.live.PartnerSummary;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.audit.AuditLog;
import dev.partnercatalog.operations.completeness.CompletenessCounts;
import dev.partnercatalog.operations.completeness.CompletenessReport;
import dev.partnercatalog.operations.completeness.FailedConversion;
import dev.partnercatalog.operations.completeness.Lacking;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.preview.MemberDifference;
import dev.partnercatalog.operations.preview.Preview;
import dev.partnercatalog.operations.preview.Preview.Counts;
import dev.partnercatalog.operations.preview.Preview.EventFault;
import dev.partnercatalog.operations.preview.Preview.Example;
import dev.partnercatalog.operations.webhooks.ResyncSize;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.AuditIdentity;
import dev.partnercatalog.records.AuditOutcome;
import dev.partnercatalog.records.AuditRecord;
import dev.partnercatalog.records.AuditSource;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.HttpHeader;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.resolution.ConversionFault;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.configuration.LastSuccess;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Every value that comes from outside tries to be markup, on every page. */
class HostileValuesTest {

    private static final String HOSTILE = "'\"><script>alert(1)</script>";
    private static final byte[] BYTES = HOSTILE.getBytes(StandardCharsets.UTF_8);
    private static final Visitor SIGNED_IN = new Visitor(HOSTILE, Role.ACT, HOSTILE, true);
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
            true,
            WebhookEndpoint.newBuilder()
                    .setPartnerId(HOSTILE)
                    .setUrl(HOSTILE)
                    .setUpdatedAt(0)
                    .setStatus(EndpointStatus.SUSPENDED)
                    .setSuspension(HOSTILE)
                    .build(),
            List.of(),
            new LastSuccess());

    private final UnreadableRecord unreadable =
            new UnreadableRecord(CatalogTopic.CLIENTS, 0, 7, HOSTILE.getBytes(StandardCharsets.UTF_8), HOSTILE);

    @Test
    void the_overview() {
        Flow flow = new Flow(
                NOON,
                Map.of(CatalogTopic.BPD_VARIANTS, 1.5),
                List.of(
                        new Flow.Group("streams-app", HOSTILE, 1, 1, Map.of(HOSTILE, 5L)),
                        new Flow.Group("webhook-sink", null, 0, 0, Map.of())));
        assertHarmless(new OverviewPages.View(
                        new Sight(flow, null, HOSTILE),
                        List.of(status),
                        List.of(unreadable),
                        HOSTILE,
                        new DeadLetterCounts.Count(3, true, Map.of()),
                        List.of())
                .page());
    }

    @Test
    void the_partners() {
        List<PartnerSummary> partners = List.of(new PartnerSummary(HOSTILE, status));
        assertHarmless(
                PartnerPages.list(partners, new PartnerPages.Filter(HOSTILE, HOSTILE), HOSTILE, 1, HOSTILE, SIGNED_IN));
        assertHarmless(PartnerPages.list(partners, new PartnerPages.Filter("", ""), "", 1, null, SIGNED_IN));
        assertHarmless(new PartnerPage(
                        config,
                        status,
                        List.of(new Client(HOSTILE, HOSTILE, ByteBuffer.wrap(BYTES), true, NOON, 0)),
                        List.of(WebhookAttempt.newBuilder()
                                .setPartnerId(HOSTILE)
                                .setUrl(HOSTILE)
                                .setAt(0)
                                .setWebhookId(HOSTILE)
                                .setKind(AttemptKind.CHANGES)
                                .setOutcome(AttemptOutcome.FAILED)
                                .setDurationMs(1)
                                .setRecords(1)
                                .setError(HOSTILE)
                                .build()),
                        List.of(WebhookExchange.newBuilder()
                                .setPartnerId(HOSTILE)
                                .setWebhookId(HOSTILE)
                                .setAt(0)
                                .setRequestHeaders(List.of(new HttpHeader(HOSTILE, HOSTILE)))
                                .setRequestBody("</pre>" + HOSTILE)
                                .setHttpStatus(500)
                                .setResponseHeaders(List.of(new HttpHeader(HOSTILE, HOSTILE)))
                                .setResponseBody("</pre>" + HOSTILE)
                                .setVariants(List.of(new ResyncScope(7L, 70L, HOSTILE)))
                                .build()),
                        List.of(new Sample(NOON, 1), new Sample(NOON.plusSeconds(5), 2)),
                        HOSTILE)
                .page(SIGNED_IN));
    }

    @Test
    void a_new_partner() {
        assertHarmless(NewPartnerPages.form("</textarea>" + HOSTILE, HOSTILE, SIGNED_IN));
        assertHarmless(NewPartnerPages.confirm(config.getPartner(), HOSTILE, SIGNED_IN));
    }

    @Test
    void the_dead_letters() {
        RecordHeaders headers = new RecordHeaders();
        headers.add(HOSTILE, BYTES);
        LogPosition id = new LogPosition(0, 1);
        DeadLetter letter =
                new DeadLetter(id, NOON, HOSTILE, new DeadLetter.Source(HOSTILE, id, 0, id), BYTES, BYTES, 0, headers);
        assertHarmless(new DeadLettersPage(
                        new DeadLetterQuery(HOSTILE, HOSTILE, HOSTILE, NOON),
                        List.of(DeadLetterReport.Row.of(letter)),
                        new DeadLetterCounts.Count(1, true, Map.of()),
                        List.of(
                                new DeadLettersPage.Group(HOSTILE, HOSTILE, 1),
                                new DeadLettersPage.Group(null, HOSTILE, 1)),
                        NOON)
                .page(SIGNED_IN));
        assertHarmless(DeadLetterPages.replay(
                HOSTILE,
                Map.of(HOSTILE, HOSTILE),
                List.of(new ReplayResult(id, HOSTILE, ReplayResult.Outcome.REPLAYABLE, HOSTILE)),
                SIGNED_IN));
        assertHarmless(DeadLetterPages.page(letter, new Payload.Decoded(1, HOSTILE, HOSTILE), SIGNED_IN));
        assertHarmless(DeadLetterPages.page(letter, new Payload.Undecodable(HOSTILE), SIGNED_IN));
    }

    @Test
    void the_audit_log() {
        AuditRecord record = new AuditRecord(
                HOSTILE,
                AuditIdentity.CLAIMED,
                AuditSource.COMMAND,
                HOSTILE,
                HOSTILE,
                HOSTILE,
                AuditOutcome.FAILED,
                HOSTILE,
                NOON);
        AuditLog.Entry entry = new AuditLog.Entry(NOON, record);
        assertHarmless(AuditPages.page(
                HOSTILE, HOSTILE, new AuditLog.Found(Collections.nCopies(AuditPages.LENGTH + 1, entry), 1)));
    }

    @Test
    void the_question_the_errors_and_the_notices() {
        assertHarmless(ExplainPages.page(
                new ExplainPages.Fields(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, true),
                KnownIds.of(config),
                Shown.fault(HOSTILE)));
        assertHarmless(Page.error(HOSTILE, HOSTILE));
    }

    @Test
    void the_preview() {
        Example changed = new Example(
                HOSTILE,
                Scope.of(7, 70),
                HOSTILE,
                Example.Kind.CHANGED,
                List.of(new MemberDifference(HOSTILE, TextNode.valueOf(HOSTILE), null)));
        Example removed = new Example(HOSTILE, new Scope.Company(7), HOSTILE, Example.Kind.REMOVED, List.of());
        Preview preview = new Preview(
                1,
                2,
                List.of(new EventFault(HOSTILE, HOSTILE)),
                2,
                List.of(new EventFault(HOSTILE, HOSTILE)),
                new TreeMap<>(Map.of(HOSTILE, List.of(new MemberDifference(HOSTILE, TextNode.valueOf(HOSTILE), null)))),
                new TreeMap<>(Map.of(HOSTILE, new Counts(1, 0, 1))),
                new TreeMap<>(Map.of(HOSTILE, 1L)),
                List.of(changed, removed),
                3L,
                List.of(HOSTILE),
                List.of(unreadable));
        String events = "</textarea>" + HOSTILE;
        assertHarmless(PreviewPages.page(HOSTILE, events, SIGNED_IN, PreviewPages.changes(preview)));
        assertHarmless(PreviewPages.page(HOSTILE, events, SIGNED_IN, Shown.fault(HOSTILE)));
    }

    @Test
    void what_variants_lack() {
        CompletenessCounts counted =
                new CompletenessCounts(2, Map.of(Lacking.IMAGE, 1L), Map.of(Lacking.IMAGE, List.of(HOSTILE)));
        CompletenessCounts ofPartner =
                new CompletenessCounts(2, Map.of(Lacking.IMAGE, 1L), Map.of(Lacking.IMAGE, List.of("7/" + HOSTILE)));
        ConversionFault fault = new ConversionFault(
                VariantField.CANNABIS_UNIT_OF_MEASURE, HOSTILE, ConversionFault.Reason.NO_NUMBER, HOSTILE, HOSTILE);
        CompletenessReport report = new CompletenessReport(
                new TreeMap<>(Map.of(7L, counted)),
                new TreeMap<>(Map.of(HOSTILE, ofPartner)),
                2,
                List.of(new FailedConversion(HOSTILE, 7, HOSTILE, fault)),
                new TreeMap<>(Map.of(HOSTILE, List.of(HOSTILE))),
                List.of(HOSTILE),
                List.of(unreadable));
        CompletenessPages.Fields fields = new CompletenessPages.Fields(HOSTILE, HOSTILE, HOSTILE, 0);
        assertHarmless(CompletenessPages.page(fields, CompletenessPages.report(fields, report, NOON)));
        assertHarmless(CompletenessPages.page(fields, Shown.fault(HOSTILE)));
    }

    @Test
    void the_question_before_a_resync() {
        ResyncPages.Part part = new ResyncPages.Part(HOSTILE, HOSTILE, HOSTILE);
        assertHarmless(ResyncPages.resync(HOSTILE, part, new ResyncSize(1, true), SIGNED_IN));
        assertHarmless(ResyncPages.resync(HOSTILE, part, null, SIGNED_IN));
    }

    @Test
    void the_question_before_a_message_is_sent_again() {
        assertHarmless(ResyncPages.repeat(HOSTILE, HOSTILE, List.of(new ResyncScope(7L, 70L, HOSTILE)), SIGNED_IN));
    }

    private static void assertHarmless(Page page) {
        String document = Layout.render(page, SIGNED_IN, new Outage(HOSTILE, NOON), List.of(HOSTILE));
        assertThat(document).contains("&lt;script&gt;alert(1)");
        assertThat(document.replace("<script type=\"module\" src=\"/console.js\"></script>", ""))
                .doesNotContain("<script");
    }
}

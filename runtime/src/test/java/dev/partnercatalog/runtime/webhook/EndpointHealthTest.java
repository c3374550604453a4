package dev.partnercatalog.runtime.webhook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EndpointHealthTest {

    private static final String URL = "https://partner.example/";

    @ParameterizedTest
    @DisplayName(
            "D26: neither a later failure nor a later success of another partition ends a suspension, only a resume")
    @EnumSource(names = {"BACKING_OFF", "HEALTHY"})
    void what_another_partition_records_later_ends_no_suspension(EndpointStatus later) {
        WebhookEndpoint suspended = record(URL, EndpointStatus.SUSPENDED, 5).build();
        WebhookEndpoint other = record(URL, later, 9)
                .setRecoveredAt(later == EndpointStatus.HEALTHY ? 9 : 3)
                .build();
        WebhookEndpoint lifted = record(URL, EndpointStatus.HEALTHY, 10)
                .setLifted(1)
                .setRecoveredAt(10)
                .build();

        assertThat(status(suspended, other)).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(status(other, suspended)).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(status(suspended, other, lifted)).isEqualTo(EndpointStatus.HEALTHY);
    }

    @Test
    @DisplayName("D26: it fails since the latest success of all, until the end of the longest pause")
    void failures_count_since_the_latest_success_of_all() {
        WebhookEndpoint.Builder failing = record(URL, EndpointStatus.BACKING_OFF, 50)
                .setFailingSince(10L)
                .setSuspendsAt(1_010L)
                .setBackingOffUntil(500L)
                .setFailures(3);
        WebhookEndpoint recovered =
                record(URL, EndpointStatus.HEALTHY, 40).setRecoveredAt(40).build();
        WebhookEndpoint later = record(URL, EndpointStatus.BACKING_OFF, 60)
                .setFailingSince(60L)
                .setSuspendsAt(1_060L)
                .setBackingOffUntil(70L)
                .setFailures(1)
                .build();

        WebhookEndpoint all = requireNonNull(EndpointHealth.of(URL, List.of(later, recovered, failing.build())));
        assertThat(all.getFailures()).isEqualTo(3);
        assertThat(all.getFailingSince()).isEqualTo(40);
        assertThat(all.getSuspendsAt()).isEqualTo(1_040);
        assertThat(all.getBackingOffUntil()).isEqualTo(500);
        assertThat(status(recovered, failing.setUpdatedAt(39).build())).isEqualTo(EndpointStatus.HEALTHY);
    }

    private static EndpointStatus status(WebhookEndpoint... records) {
        return requireNonNull(EndpointHealth.of(URL, List.of(records))).getStatus();
    }

    @ParameterizedTest
    @CsvSource({
        "SUSPENDED, 1, false",
        "SUSPENDED, 2, true",
        "BACKING_OFF, 1, false",
        "BACKING_OFF, 2, true",
        "HEALTHY, 0, true"
    })
    void what_the_sink_says_it_has_acted_on_is_applied_and_a_healthy_endpoint_needs_nothing(
            EndpointStatus status, long applied, boolean expected) {
        assertThat(EndpointHealth.isResumed(config(true, false), List.of(endpoint(URL, status, applied))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void nothing_is_waited_for_if_nothing_is_sent(boolean enabled, boolean held) {
        assertThat(EndpointHealth.isResumed(config(enabled, held), List.of(endpoint(URL, EndpointStatus.SUSPENDED, 0))))
                .isTrue();
        assertThat(EndpointHealth.isResumed(
                        config(true, false), List.of(endpoint("https://old.example/", EndpointStatus.SUSPENDED, 0))))
                .isTrue();
        assertThat(EndpointHealth.isResumed(config(true, false), List.of())).isTrue();
    }

    private static PartnerConfig config(boolean enabled, boolean held) {
        return PartnerConfig.newBuilder()
                .setRevision(1)
                .setPartner(new Partner("p", "P", true, new WebhookSetting(enabled, URL), List.of()))
                .setWebhookControl(WebhookControl.newBuilder()
                        .setSuspended(held)
                        .setResumes(2)
                        .build())
                .build();
    }

    private static WebhookEndpoint endpoint(String url, EndpointStatus status, long applied) {
        return record(url, status, 1).setAppliedResumes(applied).build();
    }

    private static WebhookEndpoint.Builder record(String url, EndpointStatus status, long updatedAt) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId("p")
                .setPartition(0)
                .setUrl(url)
                .setUpdatedAt(updatedAt)
                .setStatus(status);
    }
}

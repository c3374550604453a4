package dev.partnercatalog.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResumeProgressTest {

    private static final String URL = "https://partner.example/";

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
        assertThat(ResumeProgress.isApplied(config(true, false), endpoint(URL, status, applied)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void nothing_is_waited_for_if_nothing_is_sent(boolean enabled, boolean held) {
        assertThat(ResumeProgress.isApplied(config(enabled, held), endpoint(URL, EndpointStatus.SUSPENDED, 0)))
                .isTrue();
        assertThat(ResumeProgress.isApplied(
                        config(true, false), endpoint("https://old.example/", EndpointStatus.SUSPENDED, 0)))
                .isTrue();
        assertThat(ResumeProgress.isApplied(config(true, false), null)).isTrue();
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
        return WebhookEndpoint.newBuilder()
                .setPartnerId("p")
                .setUrl(url)
                .setUpdatedAt(0)
                .setStatus(status)
                .setAppliedResumes(applied)
                .build();
    }
}

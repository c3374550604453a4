package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.CommandedRegistry.code;
import static dev.partnercatalog.streams.CommandedRegistry.config;
import static dev.partnercatalog.streams.CommandedRegistry.refused;
import static dev.partnercatalog.streams.Partners.company;
import static dev.partnercatalog.streams.Partners.location;
import static dev.partnercatalog.streams.Partners.named;
import static dev.partnercatalog.streams.Partners.noFlags;
import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.UpdatePartner;
import dev.partnercatalog.records.WebhookAction;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("D18: an update by the partner itself")
class PartnerUpdateTest {

    @AutoClose
    private final CommandedRegistry registry = new CommandedRegistry();

    @Test
    void replaces_name_webhook_and_flags_and_may_give_up_companies_and_locations() {
        registry.publish(partner());
        Partner narrowed = Partner.newBuilder(partner())
                .setPartnerName("New name")
                .setWebhook(new WebhookSetting(true, "https://new.example"))
                .setAllowedCompanies(List.of(company("2", new AllowedFields(true, true, true, true), location("21"))))
                .build();

        PartnerCommandResult result = registry.send(new UpdatePartner(narrowed));

        assertThat(result.getRefusal()).isNull();
        assertThat(config(result).getPartner()).isEqualTo(narrowed);
        assertThat(registry.configs().readValue()).isEqualTo(config(result));
    }

    @Test
    void may_disable_the_partner_which_only_the_operator_can_undo() {
        registry.publish(partner());
        Partner disabled = Partner.newBuilder(partner()).setEnabled(false).build();
        assertThat(registry.send(new UpdatePartner(disabled)).getRefusal()).isNull();
        assertThat(refused(registry.send(new UpdatePartner(partner())))).containsExactly("enabled");
        assertThat(refused(registry.send(new UpdatePartner(disabled)))).isEmpty();
    }

    static Stream<Arguments> forbidden() {
        return Stream.of(
                forbidden("partnerId", partner -> partner.setPartnerId("other")),
                forbidden("allowedCompanies[0].id", with(company -> company.setId("77"))),
                forbidden("allowedCompanies[0].name", with(company -> company.setName("x"))),
                forbidden("allowedCompanies[0].provider", with(company -> company.setProvider("x"))),
                forbidden("allowedCompanies[0].providerId", with(company -> company.setProviderId("x"))),
                forbidden("allowedCompanies[0].locations[0].id", withLocation(at -> at.setId("21"))),
                forbidden("allowedCompanies[0].locations[0].name", withLocation(at -> at.setName("x"))),
                forbidden("allowedCompanies[0].locations[0].providerId", withLocation(at -> at.setProviderId("x"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forbidden")
    void lists_each_field_that_it_may_not_change_and_changes_nothing(String field, Consumer<Partner> change) {
        registry.publish(partner());
        Partner wanted =
                Partner.newBuilder(partner()).setPartnerName("not taken either").build();
        change.accept(wanted);

        PartnerCommandResult result = registry.send(new UpdatePartner(wanted));

        assertThat(refused(result)).containsExactly(field);
        assertThat(config(result).getPartner()).isEqualTo(partner());
        assertThat(registry.configs().isEmpty()).isTrue();
    }

    @Test
    void with_very_many_forbidden_changes_is_answered_with_the_first_thousand_fields_and_short_quotes() {
        AllowedLocation[] locations = new AllowedLocation[2000];
        Arrays.setAll(locations, i -> new AllowedLocation("" + (i + 1), "x".repeat(500), "l"));
        Partner partner = Partner.newBuilder(partner())
                .setAllowedCompanies(List.of(company("1", noFlags(), locations)))
                .build();
        registry.publish(partner);
        Partner wanted = Partner.newBuilder(partner).build();
        wanted.getAllowedCompanies().get(0).getLocations().forEach(location -> location.setName("y".repeat(500)));

        PartnerCommandResult result = registry.send(new UpdatePartner(wanted));

        assertThat(refused(result))
                .hasSize(1000)
                .contains("allowedCompanies[0].locations[0].name", "allowedCompanies[0].locations[999].name");
        assertThat(Objects.requireNonNull(result.getRefusal()).getViolations())
                .allSatisfy(violation -> assertThat(violation.getProblem()).hasSizeLessThan(500));
    }

    @Test
    void that_changes_nothing_writes_nothing_and_keeps_the_revision() {
        long revision = registry.publish(partner()).getRevision();
        assertThat(config(registry.send(new UpdatePartner(partner()))).getRevision())
                .isEqualTo(revision);
        assertThat(registry.configs().isEmpty()).isTrue();
    }

    @Test
    void of_an_unknown_partner_is_refused() {
        assertThat(code(registry.send(new UpdatePartner(partner())))).isEqualTo(RefusalCode.NOT_FOUND);
    }

    @Nested
    @DisplayName("D18: a condition on the revision")
    class Condition {

        @Test
        void that_holds_lets_the_change_through_and_the_next_one_with_it_fails() {
            long revision = registry.publish(partner()).getPartnerRevision();
            Partner first = named("first");

            assertThat(registry.send(new UpdatePartner(first), List.of(3L, revision))
                            .getRefusal())
                    .isNull();
            PartnerCommandResult late = registry.send(new UpdatePartner(named("second")), List.of(revision));

            assertThat(code(late)).isEqualTo(RefusalCode.PRECONDITION_FAILED);
            assertThat(config(late).getPartner()).isEqualTo(first);
        }

        @Test
        void is_about_the_partner_and_not_about_its_webhooks_control() {
            long revision = registry.publish(partner()).getPartnerRevision();
            PartnerConfig pinged = config(registry.send(WebhookAction.PING));
            assertThat(pinged.getRevision()).isGreaterThan(revision);
            assertThat(pinged.getPartnerRevision()).isEqualTo(revision);
            assertThat(registry.send(new UpdatePartner(named("x")), List.of(revision))
                            .getRefusal())
                    .isNull();
        }
    }

    private static Arguments forbidden(String field, Consumer<Partner> change) {
        return Arguments.of(field, change);
    }

    private static Consumer<Partner> with(Consumer<AllowedCompany> change) {
        return partner -> change.accept(partner.getAllowedCompanies().get(0));
    }

    private static Consumer<Partner> withLocation(Consumer<AllowedLocation> change) {
        return with(company -> change.accept(company.getLocations().get(0)));
    }
}

package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.operation.PartnerOperations.PartnerEditRules;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("D18: a change by the partner itself")
class PartnerEditRulesTest {

    @Test
    void replaces_name_webhook_and_flags_and_may_give_up_companies_and_locations() {
        Partner narrowed = Partner.newBuilder(partner())
                .setPartnerName("New name")
                .setWebhook(new WebhookSetting(true, "https://new.example"))
                .setAllowedCompanies(List.of(company("2", new AllowedFields(true, true, true, true), location("21"))))
                .build();
        assertThat(PartnerEditRules.allowed(partner(), narrowed)).isEqualTo(narrowed);
    }

    @Test
    void may_disable_the_partner_which_only_the_operator_can_undo() {
        Partner disabled = Partner.newBuilder(partner()).setEnabled(false).build();
        assertThat(PartnerEditRules.allowed(partner(), disabled)).isEqualTo(disabled);
        assertThat(PartnerEditRules.allowed(disabled, disabled)).isEqualTo(disabled);
        assertThat(refused(disabled, partner())).extracting(Violation::field).containsExactly("enabled");
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
    void is_refused_with_each_field_that_it_may_not_change(String field, Consumer<Partner> change) {
        Partner wanted =
                Partner.newBuilder(partner()).setPartnerName("not taken either").build();
        change.accept(wanted);
        assertThat(refused(partner(), wanted)).extracting(Violation::field).containsExactly(field);
    }

    @Test
    void with_very_many_forbidden_fields_is_refused_with_the_first_thousand_and_short_quotes() {
        AllowedLocation[] locations = new AllowedLocation[2000];
        Arrays.setAll(locations, i -> new AllowedLocation("" + (i + 1), "x".repeat(500), "l"));
        Partner partner = Partner.newBuilder(partner())
                .setAllowedCompanies(List.of(company("1", noFlags(), locations)))
                .build();
        Partner wanted = Partner.newBuilder(partner).build();
        wanted.getAllowedCompanies().get(0).getLocations().forEach(location -> location.setName("y".repeat(500)));

        List<Violation> refused = refused(partner, wanted);

        assertThat(refused)
                .hasSize(1000)
                .allSatisfy(violation -> assertThat(violation.problem()).hasSizeLessThan(500));
        assertThat(refused)
                .extracting(Violation::field)
                .contains("allowedCompanies[0].locations[0].name", "allowedCompanies[0].locations[999].name");
    }

    private static List<Violation> refused(Partner before, Partner after) {
        HttpProblem problem = catchThrowableOfType(HttpProblem.class, () -> PartnerEditRules.allowed(before, after));
        assertThat(problem.code()).isEqualTo(ErrorCodes.CHANGE_NOT_ALLOWED);
        return problem.violations();
    }

    private static Partner partner() {
        return new Partner(
                "p",
                "Partner",
                true,
                new WebhookSetting(false, ""),
                new ArrayList<>(List.of(
                        company("1", noFlags(), location("11"), location("12")),
                        company("2", noFlags(), location("21")))));
    }

    private static AllowedCompany company(String id, AllowedFields flags, AllowedLocation... locations) {
        return new AllowedCompany(id, "Company " + id, "cova", "c-" + id, flags, new ArrayList<>(List.of(locations)));
    }

    private static AllowedFields noFlags() {
        return new AllowedFields(false, false, false, false);
    }

    private static AllowedLocation location(String id) {
        return new AllowedLocation(id, "Location " + id, "l-" + id);
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

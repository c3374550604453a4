package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.CommandedRegistry.code;
import static dev.partnercatalog.streams.CommandedRegistry.config;
import static dev.partnercatalog.streams.CommandedRegistry.refused;
import static dev.partnercatalog.streams.Partners.noFlags;
import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.EnableSharedCustomer;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.UpdatePartner;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D19: a shared customer")
class SharedCustomerTest {

    @AutoClose
    private final CommandedRegistry registry = new CommandedRegistry();

    private final Company shared = Company.newBuilder()
            .setCompanyId(9)
            .setName("Nine")
            .setProvider("cova")
            .setProviderId("c-9")
            .setLocations(List.of(new CompanyLocation(91L, "Ninety-one", "l-91")))
            .setSharedWithPartnerIds(List.of("p"))
            .build();

    @Test
    void is_added_with_all_its_locations_and_every_flag_false() {
        registry.publish(partner());
        PartnerConfig after = config(registry.send(new EnableSharedCustomer(shared)));
        assertThat(after.getPartner().getAllowedCompanies()).hasSize(3);
        assertThat(after.getPartner().getAllowedCompanies().get(2))
                .isEqualTo(new AllowedCompany(
                        "9",
                        "Nine",
                        "cova",
                        "c-9",
                        noFlags(),
                        List.of(new AllowedLocation("91", "Ninety-one", "l-91"))));
    }

    @Test
    void that_is_already_allowed_stays_unchanged() {
        registry.publish(partner());
        PartnerConfig once = config(registry.send(new EnableSharedCustomer(shared)));
        PartnerConfig again = config(registry.send(new EnableSharedCustomer(
                Company.newBuilder(shared).setName("Renamed").build())));
        assertThat(again).isEqualTo(once);
    }

    @Test
    void that_would_make_the_configuration_too_large_is_refused_and_changes_nothing() {
        PartnerConfig config = registry.publish(partner());
        PartnerCommandResult result = null;
        for (int i = 0; i < 10 && refusal(result) == null; i++) {
            result = registry.send(new EnableSharedCustomer(large(100 + i)));
            config = refusal(result) == null ? config(result) : config;
        }

        assertThat(refused(Objects.requireNonNull(result))).containsExactly("allowedCompanies");
        assertThat(Objects.requireNonNull(refusal(result))
                        .getViolations()
                        .get(0)
                        .getProblem())
                .containsPattern("would make the configuration \\d{7} bytes long, more than the limit of 4194304");
        assertThat(config(result)).isEqualTo(config);
        assertThat(new SingleObjectSerde<>(PartnerCommandResult.class).encode(result).length)
                .isBetween(3 << 20, (4 << 20) + 1000);
        assertThat(registry.configs().readValuesToList()).last().isEqualTo(config);

        Partner narrowed = Partner.newBuilder(config.getPartner())
                .setAllowedCompanies(config.getPartner().getAllowedCompanies().subList(0, 3))
                .build();
        assertThat(registry.send(new UpdatePartner(narrowed)).getRefusal()).isNull();
        assertThat(registry.send(new EnableSharedCustomer(large(200))).getRefusal())
                .isNull();
    }

    private static @Nullable Refusal refusal(@Nullable PartnerCommandResult result) {
        return result == null ? null : result.getRefusal();
    }

    /** As large as a company's event may be. */
    private Company large(long id) {
        List<CompanyLocation> locations = new ArrayList<>();
        for (int i = 0; i < 1200; i++) {
            locations.add(new CompanyLocation(10_000L + i, "x".repeat(1000), "l-" + i));
        }
        return Company.newBuilder(shared)
                .setCompanyId(id)
                .setLocations(locations)
                .build();
    }

    @Test
    void of_a_disabled_partner_is_refused() {
        registry.publish(Partner.newBuilder(partner()).setEnabled(false).build());
        assertThat(code(registry.send(new EnableSharedCustomer(shared)))).isEqualTo(RefusalCode.PARTNER_DISABLED);
    }
}

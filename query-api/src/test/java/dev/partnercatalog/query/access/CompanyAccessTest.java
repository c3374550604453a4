package dev.partnercatalog.query.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.http.SameHash;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CompanyAccessTest {

    /** Comparing each id with each other would take minutes. */
    @Test
    @Timeout(20)
    void many_locations_with_equal_hash_codes_cost_no_more_than_others() {
        Set<String> ids = new HashSet<>(SameHash.texts(17));
        AllowedCompany company = new AllowedCompany(
                "10", "Company", "cova", "cova-10", new AllowedFields(true, true, true, true), List.of());
        PartnerConfig partner = new PartnerConfig(
                1L,
                new Partner("p1", "Partner", true, new WebhookSetting(false, ""), List.of(company)),
                1L,
                WebhookControl.newBuilder().build(),
                null);
        assertThat(new CompanyAccess(partner, company, ids).locationIds()).hasSize(1 << 17);
    }
}

package dev.partnercatalog.streams;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import java.util.ArrayList;
import java.util.List;

/** Partner p, with two companies and no flag. */
final class Partners {

    private Partners() {}

    static Partner named(String name) {
        return Partner.newBuilder(partner()).setPartnerName(name).build();
    }

    static Partner partner() {
        return new Partner(
                "p",
                "Partner",
                true,
                new WebhookSetting(false, ""),
                new ArrayList<>(List.of(
                        company("1", noFlags(), location("11"), location("12")),
                        company("2", noFlags(), location("21")))));
    }

    static AllowedCompany company(String id, AllowedFields flags, AllowedLocation... locations) {
        return new AllowedCompany(id, "Company " + id, "cova", "c-" + id, flags, new ArrayList<>(List.of(locations)));
    }

    static AllowedFields noFlags() {
        return new AllowedFields(false, false, false, false);
    }

    static AllowedLocation location(String id) {
        return new AllowedLocation(id, "Location " + id, "l-" + id);
    }
}

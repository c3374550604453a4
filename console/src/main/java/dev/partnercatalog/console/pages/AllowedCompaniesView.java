package dev.partnercatalog.console.pages;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.runtime.html.Attribute;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The companies that a partner has access to, folded, since there may be hundreds.
 *
 * @param search what the ids and names of the shown companies contain; empty for all companies
 */
record AllowedCompaniesView(Partner partner, String search) {

    private static final int SHOWN_COMPANIES = 50;
    private static final int SHOWN_LOCATIONS = 200;

    Html html() {
        List<AllowedCompany> companies = partner.getAllowedCompanies();
        Html content = companies.isEmpty()
                ? Tag.P.styled("quiet").of("It has access to no company.")
                : Tag.DETAILS
                        .styled("all")
                        .with(!search.isEmpty(), Attribute.OPEN, "")
                        .of(
                                Tag.SUMMARY.of(counted(companies.size(), "company", "companies")),
                                form(),
                                found(companies));
        return Tag.SECTION.of(Tag.H2.of("Companies"), content);
    }

    private static String counted(int count, String one, String many) {
        return Shown.number(count) + " " + (count == 1 ? one : many);
    }

    private Html form() {
        return Forms.find(
                Place.of("partners", partner.getPartnerId()),
                "Search",
                Forms.text(PartnerPage.COMPANIES, "Id or name", search, false));
    }

    private Html found(List<AllowedCompany> companies) {
        String wanted = search.toLowerCase(Locale.ROOT);
        List<AllowedCompany> found = companies.stream()
                .filter(company -> company.getId().toLowerCase(Locale.ROOT).contains(wanted)
                        || company.getName().toLowerCase(Locale.ROOT).contains(wanted))
                .toList();
        int more = found.size() - SHOWN_COMPANIES;
        return Html.of(
                search.isEmpty() ? Html.nothing() : Tag.P.of(counted(found.size(), "matches", "match") + "."),
                Html.of(found.stream()
                        .limit(SHOWN_COMPANIES)
                        .map(AllowedCompaniesView::company)
                        .toList()),
                more > 0
                        ? Tag.P.styled("quiet").of("and " + Shown.number(more) + " more: search for them")
                        : Html.nothing());
    }

    private static Html company(AllowedCompany company) {
        List<AllowedLocation> locations = company.getLocations();
        Table table = new Table("Locations of company " + company.getId(), "Location", "Name", "Id at the provider");
        locations.stream()
                .limit(SHOWN_LOCATIONS)
                .forEach(location -> table.row(
                        Html.text(location.getId()),
                        Html.text(location.getName()),
                        Html.text(location.getProviderId())));
        return Tag.DETAILS.of(
                Tag.SUMMARY.of("Company " + company.getId() + ", " + company.getName() + " ("
                        + counted(locations.size(), "location", "locations") + ")"),
                Shown.facts(
                        Shown.fact("Provider", Html.text(company.getProvider() + ", " + company.getProviderId())),
                        Shown.fact("Allowed fields", Html.text(flags(company.getAllowedFields())))),
                table.orWhereEmpty("No locations."),
                locations.size() > SHOWN_LOCATIONS
                        ? Tag.P.styled("quiet").of("and " + (locations.size() - SHOWN_LOCATIONS) + " more")
                        : Html.nothing());
    }

    private static String flags(AllowedFields flags) {
        List<String> on = new ArrayList<>();
        add(on, flags.getBadges(), "badges");
        add(on, flags.getCannabinoidOverrides(), "cannabinoidOverrides");
        add(on, flags.getDisplayNameOverrides(), "displayNameOverrides");
        add(on, flags.getLabels(), "labels");
        return on.isEmpty() ? "none" : String.join(", ", on);
    }

    private static void add(List<String> names, boolean on, String name) {
        if (on) {
            names.add(name);
        }
    }
}

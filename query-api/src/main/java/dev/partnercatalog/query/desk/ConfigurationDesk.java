package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The partner's companies and locations, and what its configuration means there. */
final class ConfigurationDesk {

    private static final int SHOWN = 100;
    private static final String SEARCH = "search";
    private static final String PATH = "/desk/configuration";

    private static final Map<String, String> FLAGS = Map.of(
            "badges", "Badges",
            "labels", "Labels",
            "displayNameOverrides", "Display names of the company and the location",
            "cannabinoidOverrides", "The company's own cannabinoids");

    void addTo(DeskRoutes desk) {
        desk.get(PATH, ConfigurationDesk::page);
        desk.get(PATH + "/{company}/{location}", ConfigurationDesk::location);
    }

    private static DeskView page(DeskVisit visit) {
        JsonNode partner = PartnerScopes.of(visit.api()).partner();
        return DeskView.of(
                DeskSection.CONFIGURATION,
                "Configuration",
                Shown.facts(
                        JsonFacts.text("Partner", partner.path("partnerId")),
                        JsonFacts.text("Name", partner.path("partnerName")),
                        Shown.fact("Account", Html.text(partner.path("enabled").asBoolean() ? "on" : "off"))),
                scopes(visit, partner));
    }

    /** A company, or one of its locations. */
    private record Row(String company, String location, String name) {

        boolean matches(String search) {
            return (company + " " + location + " " + name)
                    .toLowerCase(Locale.ROOT)
                    .contains(search);
        }
    }

    private static Html scopes(DeskVisit visit, JsonNode partner) {
        String search = visit.query(SEARCH);
        List<Row> rows = new ArrayList<>();
        for (JsonNode company : partner.path("allowedCompanies")) {
            String id = company.path("id").asText();
            String name = company.path("name").asText();
            rows.add(new Row(id, id, name + ", as a whole"));
            for (JsonNode location : company.path("locations")) {
                rows.add(new Row(
                        id,
                        location.path("id").asText(),
                        name + ", " + location.path("name").asText()));
            }
        }
        List<Row> found = rows.stream()
                .filter(row -> row.matches(search.toLowerCase(Locale.ROOT)))
                .toList();
        Table table = new Table("Companies and locations", "Name", "Company", "Location");
        found.stream()
                .limit(SHOWN)
                .forEach(row -> table.row(
                        Tag.A
                                .to(Place.of("desk", "configuration", row.company(), row.location()))
                                .of(row.name()),
                        Html.text(row.company()),
                        Html.text(row.location())));
        return Tag.SECTION.of(
                Tag.H2.of("What you may see"),
                Forms.find(
                        DeskSection.CONFIGURATION.place(), "Search", Forms.text(SEARCH, "Id or name", search, false)),
                table.orWhereEmpty("None."),
                found.size() > SHOWN
                        ? Tag.P
                                .styled("quiet")
                                .of("These are " + SHOWN + " of " + Shown.number(found.size()) + ": search for others.")
                        : Html.nothing());
    }

    private static DeskView location(DeskVisit visit) {
        String company = visit.path("company");
        String location = visit.path("location");
        JsonNode configuration =
                visit.api().get(Place.of("v1", company, "location", location)).orThrow();
        Table flags = new Table("Flags", "What", "You get it");
        configuration
                .path("allowedFields")
                .properties()
                .forEach(flag -> flags.row(
                        Html.text(FLAGS.getOrDefault(flag.getKey(), flag.getKey())),
                        flag.getValue().asBoolean()
                                ? Shown.badge(Shown.Mood.GOOD, "yes")
                                : Shown.badge(Shown.Mood.QUIET, "no")));
        Table assets = new Table("Assets of a variant", "Variant type", "Asset types, in order");
        configuration
                .path("variantAssetConfig")
                .properties()
                .forEach(type -> assets.row(
                        Html.text(type.getKey().isEmpty() ? "without a type" : type.getKey()),
                        Html.text(StreamSupport.stream(type.getValue().spliterator(), false)
                                .map(asset -> asset.path("assetType").asText() + " (at most "
                                        + asset.path("limit").asText() + ")")
                                .collect(Collectors.joining(", ")))));
        return DeskView.of(
                DeskSection.CONFIGURATION,
                company.equals(location) ? "Company " + company : "Location " + location + " of company " + company,
                Tag.P.of(
                        Html.text("This is in effect for you there. "),
                        Tag.A.to(Place.of("docs", "fields").at("flags")).of("What the flags mean")),
                flags.orWhereEmpty("No flags."),
                assets.orWhereEmpty("Records have no assets there."),
                Tag.P.of(Tag.A.to(DeskSection.CONFIGURATION.place()).of("All companies and locations")));
    }
}

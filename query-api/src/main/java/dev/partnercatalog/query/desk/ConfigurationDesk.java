package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The partner's companies and locations, what its configuration means there, and what its messages contain. */
final class ConfigurationDesk {

    private static final int SHOWN = 100;
    private static final int LONGEST_LIST = 30_000;
    private static final String SEARCH = "search";
    private static final String PATH = "/desk/configuration";
    private static final Place SETTINGS = Place.of("v1", "partner", "webhook", "settings");

    private static final Map<String, String> FLAGS = Map.of(
            "badges", "Badges",
            "labels", "Labels",
            "displayNameOverrides", "Display names of the company and the location",
            "cannabinoidOverrides", "The company's own cannabinoids");

    void addTo(DeskRoutes desk) {
        desk.get(PATH, visit -> page(visit, Html.nothing()));
        desk.post(PATH + "/settings", ConfigurationDesk::changeSettings);
        desk.get(PATH + "/{company}/{location}", ConfigurationDesk::location);
    }

    private static DeskView page(DeskVisit visit, Html result) {
        JsonNode partner = PartnerScopes.of(visit.api()).partner();
        return DeskView.of(
                DeskSection.CONFIGURATION,
                "Configuration",
                result,
                Shown.facts(
                        JsonFacts.text("Partner", partner.path("partnerId")),
                        JsonFacts.text("Name", partner.path("partnerName")),
                        Shown.fact("Account", Html.text(partner.path("enabled").asBoolean() ? "on" : "off"))),
                scopes(visit, partner),
                settings(visit));
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

    private static Html settings(DeskVisit visit) {
        ApiReply reply = visit.api().get(SETTINGS);
        if (!reply.response().isSuccess()) {
            return new ApiRefusal(reply).fault();
        }
        JsonNode settings = reply.json();
        return Tag.SECTION.of(
                Tag.H2.of("What your messages contain"),
                visit.form(
                        Place.of("desk", "configuration", "settings"),
                        Forms.submit("Change"),
                        Forms.longText(
                                "fields",
                                "Fields, with commas between them; empty for all",
                                joined(settings, "fields"),
                                false,
                                LONGEST_LIST),
                        Forms.longText(
                                "variantTypes",
                                "Variant types, with commas between them; empty for all",
                                joined(settings, "variantTypes"),
                                false,
                                LONGEST_LIST),
                        Forms.text(
                                "recordsPerMessage",
                                "Most records in a message, 1 to 100",
                                settings.path("recordsPerMessage").asText(),
                                true),
                        Forms.text(
                                "secondsBetweenMessages",
                                "Least seconds from one message to the next, 0 to 3600",
                                settings.path("secondsBetweenMessages").asText(),
                                true),
                        Forms.box(
                                "changedFields",
                                "Each record lists the fields that changed",
                                settings.path("changedFields").asBoolean())));
    }

    private static String joined(JsonNode settings, String name) {
        return StreamSupport.stream(settings.path(name).spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining(", "));
    }

    private static DeskView changeSettings(DeskVisit visit) {
        ObjectNode settings = JsonFacts.object();
        for (String name : List.of("fields", "variantTypes")) {
            if (!visit.field(name).isEmpty()) {
                ArrayNode texts = settings.putArray(name);
                Stream.of(visit.field(name).split(",", -1)).map(String::strip).forEach(texts::add);
            }
        }
        for (String name : List.of("recordsPerMessage", "secondsBetweenMessages")) {
            PartnerScopes.putNumber(settings, name, visit.field(name));
        }
        settings.put("changedFields", visit.field("changedFields").equals(Forms.YES));
        try {
            visit.api().put(SETTINGS, settings.toString(), visit.key()).orThrow();
            return page(visit, Tag.P.styled("notice").of("The settings are changed."));
        } catch (ApiRefusal e) {
            return page(visit, e.fault()).withStatus(e.status());
        }
    }
}

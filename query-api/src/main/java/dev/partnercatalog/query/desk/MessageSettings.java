package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Tag;
import java.util.List;

/**
 * What the partner's messages contain, as a form.
 *
 * @param json as {@code /v1/partner/webhook/settings} has it
 * @param tag their entity tag when the form was made
 */
record MessageSettings(JsonNode json, String tag) {

    static final Place PLACE = Place.of("v1", "partner", "webhook", "settings");

    private static final List<String> LISTS = List.of("fields", "variantTypes");

    /** Before the name of a list: whether it is left out, which means everything. */
    private static final String ALL = "all-";

    private static final int ROWS = 6;

    /** What a form says. What it lacks isn't taken for a default, which would send or remove a lot of records. */
    static MessageSettings sent(DeskVisit visit) {
        ObjectNode settings = JsonFacts.object();
        for (String name : LISTS) {
            List<String> texts = ListLines.read(visit.field(name));
            if (texts.isEmpty() && isAll(visit, name)) {
                settings.putNull(name);
            } else {
                ArrayNode array = settings.putArray(name);
                texts.forEach(array::add);
            }
        }
        for (String name : List.of("recordsPerMessage", "secondsBetweenMessages")) {
            settings.put(name, "");
            PartnerScopes.putNumber(settings, name, visit.field(name));
        }
        settings.put("changedFields", visit.field("changedFields").equals(Forms.YES));
        return new MessageSettings(settings, visit.field(DeskVisit.TAG));
    }

    /** Whether a form wants everything, and lists some. */
    static boolean isContradictory(DeskVisit visit) {
        return LISTS.stream()
                .anyMatch(name ->
                        isAll(visit, name) && !ListLines.read(visit.field(name)).isEmpty());
    }

    private static boolean isAll(DeskVisit visit, String name) {
        return visit.field(ALL + name).equals(Forms.YES);
    }

    Html form(DeskVisit visit) {
        return Tag.SECTION.of(
                Tag.H2.of("What your messages contain"),
                visit.form(
                        Place.of("desk", "configuration", "settings"),
                        Forms.submit("Change"),
                        Forms.hidden(DeskVisit.TAG, tag),
                        all("fields", "All fields"),
                        lines("fields", "Or only these fields, one a line; without any, records have their ids only"),
                        all("variantTypes", "All variant types"),
                        lines("variantTypes", "Or only these variant types, one a line; \"\" for variants without one"),
                        Forms.text(
                                "recordsPerMessage",
                                "Most records in a message, 1 to 100",
                                json.path("recordsPerMessage").asText(),
                                true),
                        Forms.text(
                                "secondsBetweenMessages",
                                "Least seconds from one message to the next, 0 to 3600",
                                json.path("secondsBetweenMessages").asText(),
                                true),
                        Forms.box(
                                "changedFields",
                                "Each record lists the fields that changed",
                                json.path("changedFields").asBoolean())));
    }

    private Html all(String name, String label) {
        return Forms.box(ALL + name, label, !json.path(name).isArray());
    }

    private Html lines(String name, String label) {
        return Forms.optionalLines(name, label, ListLines.of(json.path(name)), ROWS);
    }
}

package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.StrictJson;
import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.resolution.RecordFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the settings of a webhook from JSON (D24). */
final class WebhookSettingsJson {

    static final int MOST_RECORDS = 100;
    private static final int MOST_SECONDS = 3_600;
    private static final int MOST_TYPES = 100;
    private static final int LONGEST_TYPE = 256;

    private WebhookSettingsJson() {}

    /**
     * Reads a body. Missing members have their defaults; unknown members are ignored (D20).
     *
     * @throws HttpProblem 400 with every violation
     */
    static WebhookSettings read(byte[] body) {
        return StrictJson.read(body, WebhookSettingsJson::read);
    }

    private static WebhookSettings read(ObjectNode json) {
        JsonFields fields = new JsonFields();
        WebhookSettings settings = WebhookSettings.newBuilder()
                .setFields(texts(json, "fields", WebhookSettingsJson::fieldProblem, fields))
                .setVariantTypes(texts(json, "variantTypes", WebhookSettingsJson::typeProblem, fields))
                .setRecordsPerMessage(number(json, "recordsPerMessage", 1, MOST_RECORDS, MOST_RECORDS, fields))
                .setSecondsBetweenMessages(number(json, "secondsBetweenMessages", 0, MOST_SECONDS, 0, fields))
                .setChangedFields(json.has("changedFields") && fields.flag(json, "", "changedFields"))
                .build();
        checkTypeCount(settings.getVariantTypes(), fields);
        fields.requireNone();
        return settings;
    }

    /** Sorted and without duplicates; null means all. */
    private static @Nullable List<String> texts(
            ObjectNode json, String name, Function<String, @Nullable String> problem, JsonFields fields) {
        SortedSet<String> sorted = new TreeSet<>();
        List<String> texts = fields.texts(json, name, text -> {
            String wrong = problem.apply(text);
            return wrong == null && !sorted.add(text) ? "occurs twice" : wrong;
        });
        return texts == null ? null : List.copyOf(sorted);
    }

    private static @Nullable String fieldProblem(String name) {
        return RecordFields.isField(name)
                ? null
                : HttpProblem.shown('"' + name + '"') + " is not one of the fields to choose from, which are "
                        + String.join(", ", RecordFields.ALL.names())
                        + "; barcode, companyId and locationId are always included";
    }

    /** Types come from the product database: any text may be one. */
    private static @Nullable String typeProblem(String type) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(type)) {
            return "contains half a surrogate pair, which is not a character";
        }
        int length = type.codePointCount(0, type.length());
        return length <= LONGEST_TYPE
                ? null
                : "expected up to " + LONGEST_TYPE + " characters, as in a record's variantType, got " + length;
    }

    private static void checkTypeCount(@Nullable List<String> types, JsonFields fields) {
        if (types != null && fields.isEmpty() && (types.isEmpty() || types.size() > MOST_TYPES)) {
            fields.violation(
                    "variantTypes",
                    "expected 1 to " + MOST_TYPES + " variant types as in the records, \"\" for variants without one,"
                            + " or null for all, got " + types.size());
        }
    }

    private static int number(ObjectNode json, String name, int least, int most, int absent, JsonFields fields) {
        JsonNode node = json.path(name);
        if (node.isMissingNode()) {
            return absent;
        }
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < least || node.intValue() > most) {
            fields.violation(
                    name, "expected a whole number from " + least + " to " + most + ", got " + JsonFields.shown(node));
        }
        return node.intValue();
    }
}

package dev.partnercatalog.operations.webhooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.runtime.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a partner has chosen that its webhook's messages contain, for an operator (D24).
 *
 * @param fields fields that a record carries besides those that identify it, null for all
 * @param variantTypes types that are sent, null for all
 */
public record ChosenContent(
        @Nullable List<String> fields,
        @Nullable List<String> variantTypes,
        int recordsPerMessage,
        int secondsBetweenMessages,
        boolean changedFields) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ChosenContent DEFAULT = of(WebhookSettings.newBuilder().build());

    public ChosenContent {
        fields = fields == null ? null : List.copyOf(fields);
        variantTypes = variantTypes == null ? null : List.copyOf(variantTypes);
    }

    public static ChosenContent of(WebhookSettings settings) {
        return new ChosenContent(
                settings.getFields(),
                settings.getVariantTypes(),
                settings.getRecordsPerMessage(),
                settings.getSecondsBetweenMessages(),
                settings.getChangedFields());
    }

    /** Whether all settings are at their defaults. */
    public boolean isDefault() {
        return equals(DEFAULT);
    }

    /** Describes the settings that differ from the defaults; empty if none does. */
    public String text() {
        List<String> said = new ArrayList<>();
        if (fields != null) {
            said.add(fields.isEmpty() ? "no fields" : "only the fields " + String.join(", ", fields));
        }
        if (variantTypes != null) {
            said.add("only the variant types " + types(variantTypes));
        }
        if (recordsPerMessage != DEFAULT.recordsPerMessage) {
            said.add("at most " + Quantity.of(recordsPerMessage, "record") + " a message");
        }
        if (secondsBetweenMessages != 0) {
            said.add("at most one message every " + secondsBetweenMessages + " s");
        }
        if (changedFields) {
            said.add("the names of changed fields");
        }
        return String.join("; ", said);
    }

    /** Why a variant of this type isn't sent, as text; null if it is. */
    public @Nullable String whyNotSent(String variantType) {
        return variantTypes == null || variantTypes.contains(variantType)
                ? null
                : "its variant type " + quoted(variantType) + " isn't among " + types(variantTypes);
    }

    private static String types(List<String> types) {
        return types.stream().map(ChosenContent::quoted).collect(Collectors.joining(", "));
    }

    private static String quoted(String type) {
        return '"' + PrintableText.of(type) + '"';
    }

    /** The settings as the API shows them. */
    ObjectNode json() {
        ObjectNode json = JSON.createObjectNode();
        json.set("fields", JSON.valueToTree(fields));
        json.set("variantTypes", JSON.valueToTree(variantTypes));
        return json.put("recordsPerMessage", recordsPerMessage)
                .put("secondsBetweenMessages", secondsBetweenMessages)
                .put("changedFields", changedFields);
    }
}

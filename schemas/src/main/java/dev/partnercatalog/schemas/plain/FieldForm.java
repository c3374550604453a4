package dev.partnercatalog.schemas.plain;

import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** What the input contract requires of a field beyond its type: the forms of ids, and limits of at least 1 (D8). */
final class FieldForm {

    /** By the field's name, whatever record it is in; each throws {@link InvalidKeyException}. */
    private static final Map<String, Consumer<Object>> BY_NAME = Map.of(
            "barcode", value -> Ids.requireBarcode((String) value),
            "sku", value -> Ids.requireSku((String) value),
            "providerId", value -> Ids.requireText("providerId", (String) value),
            "partnerId", value -> Ids.requireName("partnerId", (String) value),
            "companyId", value -> Ids.requireNumber("companyId", (Long) value),
            "locationId", value -> Ids.requireNumber("locationId", (Long) value));

    private static final Map<String, Consumer<Object>> BY_RECORD_AND_NAME = Map.of(
            "Company.sharedWithPartnerIds",
                    value -> ((List<?>) value).forEach(id -> Ids.requireName("partnerId", (String) id)),
            "AllowedCompany.id", value -> Ids.requireNumber("id", (String) value),
            "AllowedLocation.id", value -> Ids.requireNumber("id", (String) value),
            "AssetPriority.limit", value -> requireLimit((Integer) value));

    private FieldForm() {}

    /** Adds a fault if a value, already of the field's type, is malformed; an absent value never is. */
    static void check(Schema record, Schema.Field field, @Nullable Object value, FieldPath path, FieldFaults faults) {
        Consumer<Object> form = BY_NAME.containsKey(field.name())
                ? BY_NAME.get(field.name())
                : BY_RECORD_AND_NAME.get(record.getName() + "." + field.name());
        if (form == null || value == null) {
            return;
        }
        try {
            form.accept(value);
        } catch (InvalidKeyException e) {
            faults.add(path, String.valueOf(e.getMessage()));
        }
    }

    private static void requireLimit(int limit) {
        if (limit < 1) {
            throw new InvalidKeyException("limit " + limit + " is invalid: expected at least 1");
        }
    }
}

package dev.partnercatalog.cli.publish.eventfile;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Well-formed records of any input topic, with the surprising text of real data. */
final class RandomRecords {

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "Blue Dream",
            "1,260mg",
            "<LOQ",
            "NULL",
            "\"quoted\"",
            "back\\slash",
            "tab\tand\nline",
            "\u0000",
            "é ★ 🌿",
            "\u202eright to left",
            "{\"a\":1}",
            "𝔘𝔫𝔦",
            "\uFEFFmark");

    private final Random random;
    private final Set<Long> ids = new HashSet<>();

    RandomRecords(Random random) {
        this.random = random;
    }

    SpecificRecord record(CatalogTopic topic) {
        ids.clear();
        SpecificRecord record = (SpecificRecord) record(topic.valueSchema());
        Schema.Field location = topic.valueSchema().getField("locationId");
        if (location != null) {
            record.put(location.pos(), topic == CatalogTopic.COMPANY_ATTRIBUTES ? null : (Object) id());
        }
        return record;
    }

    private IndexedRecord record(Schema schema) {
        IndexedRecord record = (IndexedRecord) SpecificData.get().newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            record.put(field.pos(), value(field.schema(), schema.getName() + "." + field.name()));
        }
        return record;
    }

    private @Nullable Object value(Schema schema, String name) {
        return switch (schema.getType()) {
            case UNION -> random.nextBoolean() ? null : value(schema.getTypes().get(1), name);
            case RECORD -> record(schema);
            case ARRAY -> list(schema.getElementType(), name);
            case MAP -> map(schema.getValueType(), name);
            case STRING -> text(name);
            case BOOLEAN -> random.nextBoolean();
            case INT -> name.endsWith(".limit") ? 1 + random.nextInt(9) : random.nextInt();
            case LONG -> id();
            case DOUBLE -> random.nextBoolean() ? random.nextInt(50) : random.nextGaussian() * 1e9;
            default -> throw new IllegalArgumentException("no contract has " + schema);
        };
    }

    private List<@Nullable Object> list(Schema elements, String name) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(value(elements, name));
        }
        return values;
    }

    private Map<String, @Nullable Object> map(Schema values, String name) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            entries.put(text(""), value(values, name));
        }
        return entries;
    }

    private String text(String name) {
        return switch (name.substring(name.indexOf('.') + 1)) {
            case "barcode" -> "!~" + random.nextInt(1_000_000);
            case "sku", "providerId" -> "é 🌿 " + random.nextInt(1000);
            case "partnerId", "sharedWithPartnerIds" -> "P_-" + random.nextInt(1000);
            case "url" -> name.startsWith("Asset.") ? anyText() : "https://hooks.example/" + random.nextInt(1000);
            case "id" -> name.startsWith("Asset.") ? anyText() : Long.toString(id());
            default -> anyText();
        };
    }

    private String anyText() {
        return TEXTS.get(random.nextInt(TEXTS.size())) + (random.nextBoolean() ? random.nextInt(10) : "");
    }

    /** None occurs twice in a record. */
    private long id() {
        long id = random.nextInt(4) == 0 ? (1L << 53) - 1 - random.nextInt(10) : 1 + random.nextInt(5000);
        return ids.add(id) ? id : id();
    }
}

package dev.partnercatalog.resolution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Generates catalogs for {@link Given}, small and as dirty as real ones; the same seed gives the same catalog. */
final class RandomCatalog {

    private static final List<String> TEXTS = List.of(
            "",
            "",
            "a",
            "Blue Dream",
            "NULL",
            " ",
            "Crème brûlée",
            "日本 😀",
            "<b>&\"'\\",
            "\u0000\u2028",
            "caf\u00c3\u00a9");
    private static final List<String> NUMBERS = List.of((",,0,-0,0.0,12.5,+3,007,100,.5,5."
                    + ",-1.00005,0.00005,0.00049999999999999999999999,99999999999999999999999.99995,-0.00004,33.333333333333")
            .split(","));
    private static final List<String> DIRTY_NUMBERS =
            List.of("1,260mg", "<LOQ", "1e-09", " 5", "5 ", "-", ".", "٣", "1.2.3", "NaN", "12%");
    private static final List<String> UNITS =
            List.of("%", "%", "mg/g", "mg/g", "mg", "mg", "MG / G", " Mg", "% ", "", "ppm");
    private static final List<String> WEIGHT_UNITS =
            List.of("g", "g", "mg", "kg", "oz", "lb", "G ", "O Z", "ea", "", "ml");
    private static final List<Double> SIZES =
            List.of(0.0, 1.0, 1.0, 3.5, 0.1, 28.349523125, 1e-7, 0.3333333333333333, -2.0, 1e20, 7.0, 453.59237);
    private static final List<String> ASSET_TYPES =
            List.of("Product", "ComboProduct", "PrimaryBrand", "Lab", "Label", "", "Übersicht");
    private static final List<String> VARIANT_TYPES = List.of("", "", "Flower", "Vape", "flower", "Fleur d'été");

    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final SplittableRandom random;
    /** Most catalogs have clean numbers; otherwise hardly any conversion would take place. */
    private final boolean dirty;

    RandomCatalog(long seed) {
        random = new SplittableRandom(seed);
        dirty = random.nextInt(4) == 0;
    }

    Given next() {
        ObjectNode catalog = json.objectNode();
        ObjectNode bpd = variant(0.7);
        maybe(0.4, bpd, "stateCodes", () -> json.arrayNode().add("NV").add("CA"));
        catalog.set("bpd", bpd);
        if (chance(0.5)) {
            catalog.put("locationId", 70);
        }
        maybe(0.6, catalog, "companyOverride", () -> variant(0.2));
        maybe(0.6, catalog, "companyAttributes", this::attributes);
        maybe(0.6, catalog, "locationAttributes", this::attributes);
        maybe(
                0.9,
                catalog,
                "allowedFields",
                () -> flags("badges", "cannabinoidOverrides", "displayNameOverrides", "labels"));
        maybe(0.9, catalog, "companyConfig", this::companyConfig);
        maybe(0.6, catalog, "locationConfig", this::locationConfig);
        return new Given(catalog);
    }

    private ObjectNode variant(double density) {
        ObjectNode event = json.objectNode();
        for (VariantField field : VariantField.all()) {
            if (field != VariantField.BADGES && field != VariantField.LABELS && field != VariantField.STATE_CODES) {
                maybe(density, event, field.jsonName(), () -> value(field));
            }
        }
        return event;
    }

    private JsonNode value(VariantField field) {
        return switch (field) {
            case CANNABIS_UNIT_OF_MEASURE, TERPENE_UNIT_OF_MEASURE -> json.textNode(oneOf(UNITS));
            case UNIT_OF_MEASURE -> json.textNode(oneOf(WEIGHT_UNITS));
            case VARIANT_TYPE -> json.textNode(oneOf(VARIANT_TYPES));
            default ->
                switch (field.kind()) {
                    case TEXT -> json.textNode(oneOf(TEXTS));
                    case TEXT_LIST -> texts(TEXTS);
                    case NUMBER -> json.numberNode(oneOf(SIZES));
                    case INTEGER -> json.numberNode(oneOf(List.of(1, 1, 1, 2, 10, 0, -1)));
                    case FLAG -> json.booleanNode(random.nextBoolean());
                    case RANGE -> range();
                    case RANGE_MAP -> map(List.of("CBG", "THCV", "Δ8"), this::range);
                    case TEXT_MAP -> map(TEXTS, () -> json.textNode(oneOf(TEXTS)));
                    case ASSET_MAP -> map(ASSET_TYPES, this::assets);
                };
        };
    }

    private ObjectNode range() {
        return json.objectNode().put("avg", number()).put("max", number()).put("min", number());
    }

    private String number() {
        if (dirty && chance(0.2)) {
            return oneOf(DIRTY_NUMBERS);
        }
        return chance(0.5) ? oneOf(NUMBERS) : random.nextInt(1_000_000) + "." + random.nextInt(1_000_000);
    }

    private ArrayNode assets() {
        ArrayNode assets = json.arrayNode();
        for (int count = random.nextInt(4); count > 0; count--) {
            ObjectNode asset =
                    json.objectNode().put("id", "a" + random.nextInt(100)).put("url", oneOf(TEXTS));
            maybe(0.5, asset, "altText", () -> json.textNode(oneOf(TEXTS)));
            assets.add(asset);
        }
        return assets;
    }

    private ObjectNode attributes() {
        ObjectNode event = json.objectNode();
        for (String name : List.of("displayName", "parentProductDisplayName", "description", "shortDescription")) {
            maybe(0.5, event, name, () -> json.textNode(oneOf(TEXTS)));
        }
        for (String name : List.of("tags", "badges", "labels")) {
            maybe(0.5, event, name, () -> texts(TEXTS));
        }
        return event;
    }

    private ObjectNode companyConfig() {
        ObjectNode event = assetConfiguration(0.7);
        maybe(0.9, event, "cannabisUnitOfMeasure", () -> json.textNode(oneOf(UNITS)));
        maybe(0.9, event, "terpeneUnitOfMeasure", () -> json.textNode(oneOf(UNITS)));
        return event;
    }

    private ObjectNode locationConfig() {
        ObjectNode event = assetConfiguration(0.4);
        maybe(0.5, event, "allowedFields", () -> flags("badges", "displayNameOverrides", "labels"));
        return event;
    }

    private ObjectNode assetConfiguration(double density) {
        ObjectNode event = json.objectNode();
        maybe(density, event, "assetPriority", () -> {
            ArrayNode priority = json.arrayNode();
            for (int count = random.nextInt(5); count > 0; count--) {
                priority.add(
                        json.objectNode().put("assetType", oneOf(ASSET_TYPES)).put("limit", 1 + random.nextInt(3)));
            }
            return priority;
        });
        maybe(density, event, "variantTypePreferences", () -> map(VARIANT_TYPES, () -> texts(ASSET_TYPES)));
        return event;
    }

    private ObjectNode flags(String... names) {
        ObjectNode flags = json.objectNode();
        for (String name : names) {
            flags.put(name, random.nextBoolean());
        }
        return flags;
    }

    private ArrayNode texts(List<String> choices) {
        ArrayNode texts = json.arrayNode();
        for (int count = random.nextInt(4); count > 0; count--) {
            texts.add(oneOf(choices));
        }
        return texts;
    }

    private ObjectNode map(List<String> keys, Supplier<? extends JsonNode> value) {
        ObjectNode map = json.objectNode();
        for (int count = random.nextInt(4); count > 0; count--) {
            map.set(oneOf(keys), value.get());
        }
        return map;
    }

    private void maybe(double chance, ObjectNode object, String name, Supplier<? extends JsonNode> value) {
        if (chance(chance)) {
            object.set(name, value.get());
        }
    }

    private boolean chance(double chance) {
        return random.nextDouble() < chance;
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

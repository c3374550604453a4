package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A small catalog written as JSON. Each layer has the name of its event: {@code bpd}, {@code companyOverride},
 * {@code companyAttributes}, {@code locationAttributes}, {@code allowedFields} (the partner's; missing flags are off),
 * {@code companyConfig}, {@code locationConfig}. If {@code locationId} is present, the scope is that location.
 */
record Given(JsonNode json) {

    static final long COMPANY_ID = 7;

    /** Longer than any name of an asset type in a test. */
    private static final StreamReadConstraints LONG_NAMES =
            StreamReadConstraints.builder().maxNameLength(1 << 18).build();

    private static final JsonMapper MAPPER = JsonMapper.builder(
                    JsonFactory.builder().streamReadConstraints(LONG_NAMES).build())
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .build();

    /** Quotes may be single, and may be omitted around names. */
    static Given of(String json) {
        return new Given(parse(json));
    }

    static JsonNode parse(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    static JsonNode parse(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A product of which nothing is known but where it may be sold. */
    static FieldValues soldIn(List<String> stateCodes) {
        return FieldValues.builder().set(VariantField.STATE_CODES, stateCodes).build();
    }

    Scope scope() {
        return Scope.of(COMPANY_ID, json.path("locationId").asLong(COMPANY_ID));
    }

    VariantLayers layers() {
        return new VariantLayers(
                fields(json.path("bpd")),
                orNull("companyOverride", Given::fields),
                orNull("companyAttributes", Given::attributes),
                scope().isCompany() ? null : orNull("locationAttributes", Given::attributes));
    }

    ResolvedConfiguration configuration() {
        return ResolvedConfiguration.of(
                allowedFields(),
                orNull("companyConfig", Given::configuration),
                scope().isCompany() ? null : orNull("locationConfig", Given::configuration));
    }

    AllowedFields allowedFields() {
        return flags(json.path("allowedFields"));
    }

    private static AllowedFields flags(JsonNode flags) {
        return new AllowedFields(
                flags.path("badges").asBoolean(),
                flags.path("cannabinoidOverrides").asBoolean(),
                flags.path("displayNameOverrides").asBoolean(),
                flags.path("labels").asBoolean());
    }

    /** The variant as the partner reads it. */
    JsonNode variant() {
        return parse(variantJson());
    }

    byte[] variantJson() {
        return PartnerView.json("4001", layers().resolve(), configuration(), scope());
    }

    private <T> @Nullable T orNull(String layer, Function<JsonNode, T> reader) {
        return json.hasNonNull(layer) ? reader.apply(json.get(layer)) : null;
    }

    private static FieldValues fields(JsonNode event) {
        FieldValues.Builder values = FieldValues.builder();
        for (VariantField field : VariantField.all()) {
            if (event.hasNonNull(field.jsonName())) {
                values.set(field, value(field.kind(), event.get(field.jsonName())));
            }
        }
        return values.build();
    }

    private static Object value(Kind kind, JsonNode json) {
        return switch (kind) {
            case TEXT -> json.asText();
            case TEXT_LIST -> texts(json);
            case NUMBER -> json.asDouble();
            case INTEGER -> json.asInt();
            case FLAG -> json.asBoolean();
            case RANGE -> range(json);
            case RANGE_MAP -> map(json, Given::range);
            case TEXT_MAP -> map(json, JsonNode::asText);
            case ASSET_MAP -> map(json, assets -> list(assets, Given::asset));
        };
    }

    private static FieldValues attributes(JsonNode event) {
        return FieldValues.builder()
                .set(VariantField.NAME, text(event, "displayName"))
                .set(VariantField.PARENT_PRODUCT_NAME, text(event, "parentProductDisplayName"))
                .set(VariantField.DESCRIPTION, text(event, "description"))
                .set(VariantField.SHORT_DESCRIPTION, text(event, "shortDescription"))
                .set(VariantField.TAGS, event.hasNonNull("tags") ? texts(event.get("tags")) : null)
                .set(VariantField.BADGES, event.hasNonNull("badges") ? texts(event.get("badges")) : null)
                .set(VariantField.LABELS, event.hasNonNull("labels") ? texts(event.get("labels")) : null)
                .build();
    }

    private static ScopeConfiguration configuration(JsonNode event) {
        JsonNode flags = event.path("allowedFields");
        return new ScopeConfiguration(
                event.hasNonNull("assetPriority") ? list(event.get("assetPriority"), Given::priority) : null,
                event.hasNonNull("variantTypePreferences")
                        ? map(event.get("variantTypePreferences"), Given::texts)
                        : null,
                flags.isObject() ? flags(flags) : null,
                text(event, "cannabisUnitOfMeasure"),
                text(event, "terpeneUnitOfMeasure"));
    }

    private static AssetPriority priority(JsonNode json) {
        return new AssetPriority(
                json.get("assetType").asText(), json.path("limit").asInt(1));
    }

    private static MeasuredRange range(JsonNode json) {
        return new MeasuredRange(
                json.path("avg").asText(),
                json.path("max").asText(),
                json.path("min").asText());
    }

    private static Asset asset(JsonNode json) {
        return new Asset(json.path("id").asText(), json.path("url").asText(), text(json, "altText"));
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.hasNonNull(name) ? json.get(name).asText() : null;
    }

    static List<String> texts(JsonNode json) {
        return list(json, JsonNode::asText);
    }

    private static <T> List<T> list(JsonNode json, Function<JsonNode, T> reader) {
        var list = new ArrayList<T>();
        json.forEach(element -> list.add(reader.apply(element)));
        return list;
    }

    private static <T> Map<String, T> map(JsonNode json, Function<JsonNode, T> reader) {
        var map = new LinkedHashMap<String, T>();
        json.properties().forEach(entry -> map.put(entry.getKey(), reader.apply(entry.getValue())));
        return map;
    }
}

package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The configuration of a scope as a partner reads it (D10). */
public final class ConfigurationView {

    private ConfigurationView() {}

    /**
     * The resolved configuration as a JSON object in UTF-8, with its keys in alphabetical order.
     *
     * @param companyId as the partner wrote it
     * @param locationId as the partner wrote it; equal to {@code companyId} at company scope
     * @param clientId the id of the calling client
     */
    public static byte[] json(
            String companyId, String locationId, String clientId, ResolvedConfiguration configuration) {
        return JsonWriter.bytes((json, position) -> {
            json.writeStartObject();
            writeAllowedFields(json, configuration.allowedFields());
            json.writeStringField("clientId", clientId);
            json.writeStringField("companyId", companyId);
            json.writeStringField("locationId", locationId);
            writeVariantAssetConfig(json, configuration.variantAssetConfig());
            json.writeEndObject();
        });
    }

    private static void writeAllowedFields(JsonGenerator json, AllowedFields flags) throws IOException {
        json.writeObjectFieldStart("allowedFields");
        json.writeBooleanField("badges", flags.badges());
        json.writeBooleanField("cannabinoidOverrides", flags.cannabinoidOverrides());
        json.writeBooleanField("displayNameOverrides", flags.displayNameOverrides());
        json.writeBooleanField("labels", flags.labels());
        json.writeEndObject();
    }

    private static void writeVariantAssetConfig(JsonGenerator json, Map<String, List<AssetEntry>> config)
            throws IOException {
        json.writeObjectFieldStart("variantAssetConfig");
        for (Map.Entry<String, List<AssetEntry>> variantType : config.entrySet()) {
            json.writeArrayFieldStart(variantType.getKey());
            for (AssetEntry entry : variantType.getValue()) {
                json.writeStartObject();
                json.writeStringField("assetType", entry.assetType());
                json.writeNumberField("limit", entry.limit());
                json.writeNumberField("order", entry.order());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}

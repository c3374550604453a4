package dev.partnercatalog.resolution;

import java.util.List;
import java.util.Map;

/**
 * The configuration of a scope as a partner reads it (D10): the members of its JSON, in alphabetical order.
 *
 * @param clientId the id of the calling client
 * @param companyId as the partner wrote it
 * @param locationId as the partner wrote it; equal to {@code companyId} at company scope
 */
public record ConfigurationView(
        AllowedFields allowedFields,
        String clientId,
        String companyId,
        String locationId,
        Map<String, List<AssetEntry>> variantAssetConfig) {

    /** The view of a resolved configuration. */
    public static ConfigurationView of(
            String companyId, String locationId, String clientId, ResolvedConfiguration configuration) {
        return new ConfigurationView(
                configuration.allowedFields(), clientId, companyId, locationId, configuration.variantAssetConfig());
    }
}

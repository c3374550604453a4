package dev.partnercatalog.schemas.key;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key of a partner's configuration for a scope: {@code partnerId/companyId} or
 * {@code partnerId/companyId/locationId}.
 *
 * @param locationId null for the company's configuration
 */
public record ScopeConfigKey(
        String partnerId, long companyId, @Nullable Long locationId) {

    public ScopeConfigKey {
        Ids.requireName("partnerId", partnerId);
        Ids.requireNumber("companyId", companyId);
        if (locationId != null) {
            Ids.requireNumber("locationId", locationId);
        }
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static ScopeConfigKey parse(String key) {
        List<String> parts = Ids.parts(key, "partnerId/companyId[/locationId]", 2, 3);
        return new ScopeConfigKey(
                parts.get(0),
                Ids.requireNumber("companyId", parts.get(1)),
                parts.size() > 2 ? Long.valueOf(Ids.requireNumber("locationId", parts.get(2))) : null);
    }

    public String encode() {
        return locationId == null ? partnerId + "/" + companyId : partnerId + "/" + companyId + "/" + locationId;
    }
}

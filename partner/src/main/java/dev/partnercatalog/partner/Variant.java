package dev.partnercatalog.partner;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sellable variant of a product, as it is at a company or a location. Its key is (companyId, locationId, barcode).
 *
 * <p>A field is null if the record doesn't have it: because it has no value, because the partner has no access to it, or because
 * the partner chose fields without it. Only the three ids are always present. The API's documentation says what each field means.
 *
 * @param locationId equal to {@code companyId} if the record holds for the whole company
 * @param assets by asset type
 * @param cannabisUnitOfMeasure the unit of {@code thc}, {@code cbd}, {@code tac} and {@code secondaryCannabinoids}
 * @param catalogSource where the value of each other field came from: {@code BPD}, {@code Company} or {@code Location}
 * @param secondaryCannabinoids by the cannabinoid's name
 * @param stateCodes where the variant may be sold; null if everywhere
 * @param terpeneUnitOfMeasure the unit of {@code totalTerpene}
 * @param unitOfMeasure the unit of {@code unitSize}
 */
public record Variant(
        long companyId,
        long locationId,
        String barcode,
        @Nullable List<String> appearance,
        @Nullable List<String> aromas,
        @Nullable Map<String, List<Asset>> assets,
        @Nullable List<String> badges,
        @Nullable String brand,
        @Nullable Map<String, List<Asset>> brandAssets,
        @Nullable String cannabisUnitOfMeasure,
        @Nullable Map<String, String> catalogSource,
        @Nullable Range cbd,
        @Nullable String classification,
        @Nullable List<String> craftDesignations,
        @Nullable Boolean delisted,
        @Nullable String description,
        @Nullable List<String> effects,
        @Nullable String energyScore,
        @Nullable List<String> flavors,
        @Nullable Map<String, String> gradingResults,
        @Nullable List<String> growingConditions,
        @Nullable List<String> helpsWith,
        @Nullable List<String> labels,
        @Nullable List<String> lineages,
        @Nullable String manufacturer,
        @Nullable String name,
        @Nullable String originCity,
        @Nullable String originState,
        @Nullable Integer packagedQuantity,
        @Nullable String parentProductId,
        @Nullable String parentProductName,
        @Nullable List<String> presentTerpenes,
        @Nullable String productType,
        @Nullable Map<String, Range> secondaryCannabinoids,
        @Nullable String shortDescription,
        @Nullable List<String> stateCodes,
        @Nullable String strain,
        @Nullable String strainType,
        @Nullable Range tac,
        @Nullable List<String> tags,
        @Nullable String terpeneUnitOfMeasure,
        @Nullable Range thc,
        @Nullable String topFlavor,
        @Nullable String topTerpene,
        @Nullable Range totalTerpene,
        @Nullable String unitOfMeasure,
        @Nullable BigDecimal unitSize,
        @Nullable String variantType) {

    /**
     * A measured range. Numbers are text, exactly as they were published.
     *
     * @param avg empty if unknown; the same applies to the others
     */
    public record Range(String avg, String max, String min) {}

    /**
     * A picture or a document.
     *
     * @param altText null if there is none
     */
    public record Asset(String id, String url, @Nullable String altText) {}

    /**
     * Reads a record from a response or a snapshot; fields that this version doesn't know are ignored.
     *
     * @throws IllegalArgumentException if it is not the JSON of a variant
     */
    public static Variant read(String json) {
        return Json.as(Variant.class, Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    public Variant {
        if (companyId < 1 || locationId < 1 || barcode == null) {
            throw new IllegalArgumentException("a record without companyId, locationId and barcode is not a variant");
        }
    }
}

package dev.partnercatalog.runtime.variant;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.Partitioning;

/**
 * The keys of resolved variants: {@code barcode} in {@code resolved-variants}; {@code barcode/companyId} or
 * {@code barcode/companyId/locationId} in {@code company-variants}.
 */
public final class VariantKeys {

    private VariantKeys() {}

    public static String encode(ScopedVariant variant) {
        String barcode = variant.barcode();
        if (!isOfCompany(variant)) {
            return barcode;
        }
        return variant.scope().isCompany()
                ? barcode + '/' + variant.companyId()
                : barcode + '/' + variant.companyId() + '/' + variant.locationId();
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static ScopedVariant parse(String key) {
        String[] parts = key.split("/", 4);
        Scope scope = switch (parts.length) {
            case 1 -> Scope.everywhere();
            case 2 -> new Scope.Company(companyId(parts));
            case 3 -> new Scope.Location(companyId(parts), Ids.requireNumber("locationId", parts[2]));
            default -> throw invalid(key, "barcode[/companyId[/locationId]]");
        };
        return new ScopedVariant(scope, Ids.requireBarcode(parts[0]));
    }

    /** Parses a key of {@code company-variants}; throws {@link InvalidKeyException}. */
    public static ScopedVariant parseOfCompany(String key) {
        ScopedVariant variant = parse(key);
        if (!isOfCompany(variant)) {
            throw invalid(key, "barcode/companyId[/locationId]");
        }
        return variant;
    }

    /** Whether a variant's record is in {@code company-variants}, and not in {@code resolved-variants}. */
    public static boolean isOfCompany(ScopedVariant variant) {
        return !(variant.scope() instanceof Scope.Everywhere);
    }

    /** The partition of a variant's record in its topic. */
    public static int partition(ScopedVariant variant, int partitions) {
        return isOfCompany(variant)
                ? Partitioning.byCompany(variant.companyId(), partitions)
                : Partitioning.byBarcode(variant.barcode(), partitions);
    }

    private static long companyId(String[] parts) {
        return Ids.requireNumber("companyId", parts[1]);
    }

    private static InvalidKeyException invalid(String key, String form) {
        return new InvalidKeyException("key " + Ids.quoted(key) + " is invalid: expected " + form);
    }
}

package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A company's configuration for one partner.
 *
 * @param cannabisUnitOfMeasure the unit to which cannabinoids are converted; null: none (D7)
 * @param terpeneUnitOfMeasure the unit to which terpenes are converted; null: none (D7)
 */
public record CompanyConfiguration(
        AssetConfiguration assets,
        @Nullable String cannabisUnitOfMeasure,
        @Nullable String terpeneUnitOfMeasure) {

    public CompanyConfiguration {
        requireNonNull(assets, "assets");
    }
}

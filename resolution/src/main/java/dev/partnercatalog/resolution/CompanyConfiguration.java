package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A company's configuration for one partner.
 *
 * @param cannabisUnitOfMeasure the unit that cannabinoids are converted to; null: none (D7)
 * @param terpeneUnitOfMeasure the unit that terpenes are converted to; null: none (D7)
 */
public record CompanyConfiguration(
        AssetConfiguration assets,
        @Nullable String cannabisUnitOfMeasure,
        @Nullable String terpeneUnitOfMeasure) {

    public CompanyConfiguration {
        requireNonNull(assets, "assets");
    }
}

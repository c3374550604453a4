package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The names of a variant if {@code displayNameOverrides} is off (D3).
 *
 * @param nameFromCompany whether the name comes from a company override; otherwise it comes from BPD
 * @param parentProductName null if no layer sets it
 */
public record DisplayNameFallback(
        String name,
        boolean nameFromCompany,
        @Nullable String parentProductName,
        boolean parentProductNameFromCompany) {

    public DisplayNameFallback {
        requireNonNull(name, "name");
    }
}

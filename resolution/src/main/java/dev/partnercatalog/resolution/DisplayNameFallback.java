package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The names of a variant where {@code displayNameOverrides} is off (D3).
 *
 * @param nameFromCompany whether a company override gave the name; BPD did otherwise
 * @param parentProductName null where no layer sets it
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

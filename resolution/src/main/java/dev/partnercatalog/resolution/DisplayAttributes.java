package dev.partnercatalog.resolution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a company, or one of its locations, displays a variant; null for fields that it doesn't set. */
public record DisplayAttributes(
        @Nullable String displayName,
        @Nullable String parentProductDisplayName,
        @Nullable String description,
        @Nullable String shortDescription,
        @Nullable List<String> tags,
        @Nullable List<String> badges,
        @Nullable List<String> labels) {

    public DisplayAttributes {
        tags = tags == null ? null : List.copyOf(tags);
        badges = badges == null ? null : List.copyOf(badges);
        labels = labels == null ? null : List.copyOf(labels);
    }

    /** The field's value in these attributes; an empty display name counts as none (D3). */
    @Nullable
    Object get(VariantField field) {
        return switch (field) {
            case NAME -> nonEmpty(displayName);
            case PARENT_PRODUCT_NAME -> nonEmpty(parentProductDisplayName);
            case DESCRIPTION -> description;
            case SHORT_DESCRIPTION -> shortDescription;
            case TAGS -> tags;
            case BADGES -> badges;
            case LABELS -> labels;
            default -> null;
        };
    }

    private static @Nullable String nonEmpty(@Nullable String name) {
        return name == null || name.isEmpty() ? null : name;
    }
}

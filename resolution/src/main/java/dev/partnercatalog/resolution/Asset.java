package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** An image or other medium of a variant. */
public record Asset(String id, String url, @Nullable String altText) {

    public Asset {
        requireNonNull(id, "id");
        requireNonNull(url, "url");
    }
}

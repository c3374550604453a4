package dev.partnercatalog.runtime.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A path of the address that serves the page with its query. It is built from parts that are encoded, so that no value can lead anywhere
 * else.
 */
public final class Place {

    private final String url;

    private Place(String url) {
        this.url = url;
    }

    /** The path with these segments, none of which may be empty; without segments, the root. */
    public static Place of(String... segments) {
        if (Arrays.asList(segments).contains("")) {
            // Two slashes at the beginning would lead to another host.
            throw new IllegalArgumentException("an empty segment");
        }
        return new Place(Arrays.stream(segments).map(Place::encoded).collect(Collectors.joining("/", "/", "")));
    }

    /** A part of the current page. */
    public static Place fragment(String id) {
        return new Place("").at(id);
    }

    /** A part of the page at this place. */
    public Place at(String id) {
        return new Place(url + "#" + encoded(id));
    }

    /** Adds a parameter, unless it has no value, or an empty one as of a field that isn't filled in. */
    public Place with(String name, @Nullable Object value) {
        return value == null || value.equals("")
                ? this
                : new Place(url + (url.contains("?") ? "&" : "?") + encoded(name) + "=" + encoded(value.toString()));
    }

    private static String encoded(String part) {
        // The plus sign of forms doesn't mean a space in a path.
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return url;
    }
}

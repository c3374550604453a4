package dev.partnercatalog.schemas.plain;

import com.fasterxml.jackson.core.JsonStreamContext;
import dev.partnercatalog.schemas.key.Ids;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The path of a value in an event's object. Prints as {@code assets.Product[0].url}; a name that would not read well
 * between dots is quoted: {@code variantTypePreferences[""]}.
 */
public final class FieldPath {

    /** The object itself. */
    public static final FieldPath ROOT = new FieldPath(null, "");

    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_$-]{1,64}");

    private final @Nullable FieldPath parent;
    private final String step;

    private FieldPath(@Nullable FieldPath parent, String step) {
        this.parent = parent;
        this.step = step;
    }

    public FieldPath field(String name) {
        if (!PLAIN_NAME.matcher(name).matches()) {
            return new FieldPath(this, "[" + Ids.quoted(name) + "]");
        }
        return new FieldPath(this, this == ROOT ? name : "." + name);
    }

    FieldPath element(int index) {
        return new FieldPath(this, "[" + index + "]");
    }

    /** The path at which a JSON parser stopped. */
    public static FieldPath of(JsonStreamContext context) {
        JsonStreamContext outer = context.getParent();
        if (outer == null) {
            return ROOT;
        }
        FieldPath path = of(outer);
        String name = context.getCurrentName();
        if (context.inObject() && name != null) {
            return path.field(name);
        }
        return context.inArray() && context.hasCurrentIndex() ? path.element(context.getCurrentIndex()) : path;
    }

    @Override
    public String toString() {
        return parent == null ? "" : parent + step;
    }
}

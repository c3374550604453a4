package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** The schemas of topics' values as others get them. */
public final class ReleasedSchemas {

    private static final String FOR_JAVA = ",\"avro.java.string\":\"String\"";

    private ReleasedSchemas() {}

    /** All schemas with which any version of this program has written a topic's values: oldest first, the current one last. */
    public static List<Schema> of(CatalogTopic topic) {
        List<Schema> released = new ArrayList<>();
        for (int version = 1; ; version++) {
            String file = "/dev/partnercatalog/schemas/released/" + topic.baseName() + "/" + version + ".avsc";
            try (InputStream in = ReleasedSchemas.class.getResourceAsStream(file)) {
                if (in == null) {
                    return List.copyOf(released);
                }
                released.add(new Schema.Parser().parse(in));
            } catch (IOException e) {
                throw new UncheckedIOException("can't read the program's own resource " + file, e);
            }
        }
    }

    /**
     * The text of a schema as it is registered: complete in one document, and without the properties that only our Java
     * classes need.
     */
    public static String text(Schema schema) {
        return schema.toString()
                .replace("{\"type\":\"string\"" + FOR_JAVA + "}", "\"string\"")
                .replace(FOR_JAVA, "");
    }
}

package dev.partnercatalog.schemas.registry;

import org.apache.avro.Schema;

/**
 * The text of a schema as it is registered: complete in one document, and without the properties that only our Java
 * classes need.
 */
public final class PublicSchema {

    private static final String FOR_JAVA = ",\"avro.java.string\":\"String\"";

    private PublicSchema() {}

    public static String of(Schema schema) {
        return schema.toString()
                .replace("{\"type\":\"string\"" + FOR_JAVA + "}", "\"string\"")
                .replace(FOR_JAVA, "");
    }
}

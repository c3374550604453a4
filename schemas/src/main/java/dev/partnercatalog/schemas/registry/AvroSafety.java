package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Set;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * What Avro may do at the word of data from outside: which classes it may make from a schema, and how much memory it
 * may take for a length that the data names.
 */
public final class AvroSafety {

    private static final Set<String> PACKAGES = Set.of("dev.partnercatalog.events", "dev.partnercatalog.records");
    private static final String MAX_BYTES = Integer.toString(TopicSettings.MAX_RECORD_BYTES);
    private static final String MAX_ITEMS = Integer.toString(TopicSettings.MAX_RECORD_BYTES / 8);

    private AvroSafety() {}

    /**
     * Sets the bounds for the whole process; called before the first record is made. By default Avro trusts none of our
     * classes, and allocates up to 2 GiB if a corrupt record says so. What the process trusts already it goes on trusting, and bounds
     * that it has set as system properties stay.
     */
    public static void establish() {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(), type -> PACKAGES.contains(type.getPackageName())));
        System.getProperties().putIfAbsent("org.apache.avro.limits.string.maxLength", MAX_BYTES);
        System.getProperties().putIfAbsent("org.apache.avro.limits.bytes.maxLength", MAX_BYTES);
        System.getProperties().putIfAbsent("org.apache.avro.limits.collectionItems.maxLength", MAX_ITEMS);
        System.getProperties().putIfAbsent("org.apache.avro.limits.collectionItems.maxAllocation", MAX_ITEMS);
    }
}

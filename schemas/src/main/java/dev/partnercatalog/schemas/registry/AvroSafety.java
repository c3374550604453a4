package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Set;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Limits what Avro may do with data from outside: which classes it may instantiate from a schema, and how much memory
 * it may allocate for a length found in the data.
 */
public final class AvroSafety {

    private static final Set<String> PACKAGES = Set.of("dev.partnercatalog.events", "dev.partnercatalog.records");
    private static final String MAX_BYTES = Integer.toString(TopicSettings.MAX_RECORD_BYTES);
    private static final String MAX_ITEMS = Integer.toString(TopicSettings.MAX_RECORD_BYTES / 8);

    private AvroSafety() {}

    /**
     * Sets the limits for the whole process; called before the first record is created. By default Avro trusts none of
     * our classes, and allocates up to 2 GiB if a corrupt record says so. Classes that the process already trusts stay
     * trusted, and limits that it has set as system properties stay in force.
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

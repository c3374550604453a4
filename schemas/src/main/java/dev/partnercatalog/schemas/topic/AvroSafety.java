package dev.partnercatalog.schemas.topic;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.SystemLimitException;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Limits what Avro may do with data from outside: which classes it may instantiate from a schema, and how much memory
 * it may allocate for a length found in the data.
 */
public final class AvroSafety {

    private static final Set<String> PACKAGES = Set.of("dev.partnercatalog.events", "dev.partnercatalog.records");
    private static final String MAX_BYTES = Integer.toString(TopicSettings.MAX_RECORD_BYTES);
    private static final String MAX_ITEMS = Integer.toString(TopicSettings.MAX_RECORD_BYTES / 8);
    private static final Map<String, String> LIMITS = Map.of(
            SystemLimitException.MAX_STRING_LENGTH_PROPERTY, MAX_BYTES,
            SystemLimitException.MAX_BYTES_LENGTH_PROPERTY, MAX_BYTES,
            SystemLimitException.MAX_COLLECTION_LENGTH_PROPERTY, MAX_ITEMS,
            SystemLimitException.MAX_COLLECTION_ALLOCATION_PROPERTY, MAX_ITEMS);

    private AvroSafety() {}

    /**
     * Sets the limits; called before the first record is created. By default Avro trusts none of our classes, and
     * allocates up to 2 GiB if a corrupt record says so. Classes that the process already trusts stay trusted, and
     * limits that it has set as system properties stay in force.
     */
    public static void establish() {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(), type -> PACKAGES.contains(type.getPackageName())));
        List<String> ours = LIMITS.entrySet().stream()
                .filter(limit -> System.getProperties().putIfAbsent(limit.getKey(), limit.getValue()) == null)
                .map(Map.Entry::getKey)
                .toList();
        // Avro reads them once. A worker of Kafka Connect has another Avro for each plugin, and our limits aren't
        // theirs.
        SystemLimitException.checkMaxStringLength(0);
        ours.forEach(System::clearProperty);
    }
}

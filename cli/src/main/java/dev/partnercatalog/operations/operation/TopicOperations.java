package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.operations.topic.TopicInspections;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The records of the catalog's own topics. */
final class TopicOperations {

    private static final Parameter TOPIC = Parameter.position(
            "topic", "TOPIC", Parameter.Form.OWN_TOPIC, "Name of the topic without the prefix, such as signing-keys.");
    private static final Parameter PARTITION =
            Parameter.optional("partition", "N", Parameter.Form.WHOLE, "Partition of the record.");
    private static final Parameter OFFSET =
            Parameter.optional("offset", "N", Parameter.Form.WHOLE, "Offset of the record.");
    private static final Parameter KEY = Parameter.optional("key", "KEY", Parameter.Form.TEXT, "The record's key.");
    private static final Parameter KEY_BASE64 = Parameter.optional(
            "key-base64", "KEY", Parameter.Form.BASE64, "The record's key in base64, if it isn't text.");
    private static final Parameter FORCE = Parameter.flag(
            "force",
            "Also remove a record that can be read. What an application wrote there may not be restored"
                    + " automatically.");

    static final List<Operation> ALL = List.of(Operation.of(
            "topic remove",
            new Words(
                    "Remove a record that can't be read from a table, as if its key had never existed.",
                    "Select it by its position PARTITION-OFFSET, as shown by 'topic unreadable', or by its key,"
                            + " wherever it is. Prints what was removed.",
                    null),
            List.of(TOPIC, PARTITION, OFFSET, KEY, KEY_BASE64, FORCE),
            TopicOperations::remove));

    private TopicOperations() {}

    private static Task remove(Given given, Means means) {
        CatalogTopic topic = CatalogTopic.ofBaseName(given.text(TOPIC)).orElseThrow();
        if (!topic.isCompacted()) {
            throw new WrongUsageException(
                    TOPIC,
                    topic.baseName() + " is not a table, so nothing can be removed from it by key: its records are"
                            + " deleted when their retention time is over");
        }
        given.requireWith(PARTITION, OFFSET);
        given.requireWith(OFFSET, PARTITION);
        given.requireOneOf(PARTITION, KEY, KEY_BASE64);
        byte[] key = key(given);
        boolean force = given.isOn(FORCE);
        TopicInspections inspections = means.inspections();
        // Of a larger number, the inspection says that there is no such partition.
        int partition = (int) Math.min(Integer.MAX_VALUE, given.numberOr(PARTITION, 0));
        long offset = given.numberOr(OFFSET, 0);
        return new Task(topic.baseName() + " " + inWords(given), entry -> {
            List<UnreadableRecord> removed = inspections.change(
                    topic,
                    (inspection, producer) -> key == null
                            ? inspection.remove(partition, offset, force, producer)
                            : inspection.remove(key, force, producer));
            List<String> texts = removed.stream().map(UnreadableRecord::text).toList();
            entry.detail(String.join("; ", texts));
            return Result.of(
                    texts.stream().map(text -> "removed " + text).collect(Collectors.joining(System.lineSeparator())));
        });
    }

    private static String inWords(Given given) {
        if (given.orNull(PARTITION) != null) {
            return given.text(PARTITION) + "-" + given.text(OFFSET);
        }
        return given.orNull(KEY) == null ? "key in base64 " + given.text(KEY_BASE64) : "key " + given.text(KEY);
    }

    /** Null for a record that is selected by its position. */
    private static byte @Nullable [] key(Given given) {
        String text = given.orNull(KEY);
        String base64 = given.orNull(KEY_BASE64);
        return text != null
                ? text.getBytes(StandardCharsets.UTF_8)
                : base64 == null ? null : Base64.getDecoder().decode(base64);
    }
}

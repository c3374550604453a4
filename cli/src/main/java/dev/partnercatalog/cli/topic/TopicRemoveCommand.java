package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog topic remove}. */
@Command(
        name = "remove",
        description = {
            "Remove a record that can't be read from a table, as if its key had never existed.",
            "Select it by its position PARTITION-OFFSET, as shown by 'topic unreadable', or by its key, wherever it"
                    + " is. Prints what was removed."
        })
final class TopicRemoveCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private AuditOptions audit = new AuditOptions();

    @Parameters(
            paramLabel = "TOPIC",
            converter = OwnTopic.class,
            description = "Name of the topic without the prefix, such as signing-keys.")
    private CatalogTopic topic = CatalogTopic.SIGNING_KEYS;

    @ArgGroup(multiplicity = "1")
    private Which which = new Which();

    @Option(
            names = "--force",
            description = "Also remove a record that can be read. What an application wrote there may not be restored"
                    + " automatically.")
    private boolean force;

    private static final class Which {

        @ArgGroup(exclusive = false)
        private @Nullable Place place;

        @Option(names = "--key", paramLabel = "KEY", required = true, description = "The record's key.")
        private @Nullable String key;

        @Option(
                names = "--key-base64",
                paramLabel = "KEY",
                required = true,
                description = "The record's key in base64, if it isn't text.")
        private @Nullable String keyBase64;
    }

    private static final class Place {

        @Option(names = "--partition", paramLabel = "N", required = true, description = "Partition of the record.")
        private int partition;

        @Option(names = "--offset", paramLabel = "N", required = true, description = "Offset of the record.")
        private long offset;
    }

    @Override
    public void run() {
        if (!topic.isCompacted()) {
            throw new ParameterException(
                    spec.commandLine(),
                    topic.baseName()
                            + " is not a table, so nothing can be removed from it by key: its records are deleted"
                            + " when their retention time is over");
        }
        Place place = which.place;
        byte[] key = place == null ? key() : new byte[0];
        Inspections inspections = new Inspections(connection);
        audit.run(connection, "topic remove", topic.baseName() + " " + words(place), entry -> {
            List<UnreadableRecord> removed = inspections.change(
                    topic,
                    (inspection, producer) -> place == null
                            ? inspection.remove(key, force, producer)
                            : inspection.remove(place.partition, place.offset, force, producer));
            entry.detail(removed.stream().map(UnreadableRecord::text).collect(Collectors.joining("; ")));
            removed.forEach(record -> spec.commandLine().getOut().println("removed " + record.text()));
        });
    }

    private String words(@Nullable Place place) {
        if (place != null) {
            return place.partition + "-" + place.offset;
        }
        return which.key == null ? "key in base64 " + which.keyBase64 : "key " + which.key;
    }

    private byte[] key() {
        if (which.key != null) {
            return which.key.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Base64.getDecoder().decode(String.valueOf(which.keyBase64));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--key-base64: '" + which.keyBase64 + "' is not base64: " + e.getMessage(), e);
        }
    }
}

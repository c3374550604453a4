package dev.partnercatalog.operations.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part.Facts;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A backup's description of itself.
 *
 * @param program version of the program that wrote it
 * @param createdAt when writing began, in ISO 8601
 * @param prefix prefix of the topics
 * @param partitions number of partitions of the topics that we partition
 * @param parts the parts, in the order of {@link BackupPart}
 */
public record BackupManifest(String program, String createdAt, String prefix, int partitions, List<Part> parts) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Columns<Part> PARTS = Columns.<Part>none()
            .with("name", "part", part -> Cell.text(part.name()))
            .with("records", "records", part -> Cell.number(part.records()))
            .with("unreadable", "left out", part -> Cell.number(part.unreadable()))
            .with("topic", "topic", part -> Cell.text(part.topic()));

    /**
     * A part of the backup.
     *
     * @param name name of the part, see {@link BackupPart#title}
     * @param topic full name of the topic that was read
     * @param ends the offset up to which each partition was read; empty if the topic didn't exist
     * @param records number of records in the file, including repeated keys and deletions
     * @param unreadable number of records that were left out because they can't be read
     */
    public record Part(String name, String topic, List<Long> ends, long records, long unreadable) {

        public Part {
            ends = List.copyOf(ends);
        }
    }

    public BackupManifest {
        parts = List.copyOf(parts);
    }

    /** Throws {@link IllegalArgumentException} if there is no such part. */
    public Part part(BackupPart part) {
        return parts.stream()
                .filter(named -> part.title().equals(named.name()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the manifest lacks " + part.title()));
    }

    /**
     * What it contains, for an operator.
     *
     * @param found what was found out about the backup besides, in words; null for nothing
     */
    public Report report(@Nullable String found) {
        return Report.of(
                "",
                List.of(
                        Facts.of(
                                dev.partnercatalog.operations.report.Part.shown("backup", Cell.text(found)),
                                dev.partnercatalog.operations.report.Part.fact(
                                        "createdAt", "made at", Cell.text(createdAt)),
                                dev.partnercatalog.operations.report.Part.fact(
                                        "program", "by version", Cell.text(program)),
                                dev.partnercatalog.operations.report.Part.inJson("prefix", Cell.text(prefix)),
                                dev.partnercatalog.operations.report.Part.fact(
                                        "partitions", "partitions", Cell.number(partitions))),
                        PARTS.table("Parts", parts).asArray("parts")),
                List.of());
    }

    String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of text and numbers is always JSON", e);
        }
    }

    /** Throws {@link IllegalArgumentException} if the text is not a manifest; the message says why. */
    static BackupManifest of(byte[] json) {
        BackupManifest manifest;
        try {
            manifest = JSON.readValue(json, BackupManifest.class);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("the manifest is malformed", e);
        }
        if (manifest == null
                || manifest.parts.size() != BackupPart.values().length
                || manifest.program == null
                || manifest.createdAt == null
                || manifest.prefix == null) {
            throw new IllegalArgumentException("the manifest is incomplete");
        }
        if (manifest.partitions < 1 || manifest.partitions > TopicSettings.MAX_PARTITIONS) {
            throw new IllegalArgumentException("the manifest states " + manifest.partitions + " partitions");
        }
        for (BackupPart part : BackupPart.values()) {
            manifest.part(part);
        }
        return manifest;
    }
}

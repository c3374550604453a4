package dev.partnercatalog.operations.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.util.List;

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

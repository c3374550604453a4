package dev.partnercatalog.schemas.registry;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaPairCompatibility;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schemas with which records of a topic may have been written: versions of the topic's own subject, with a
 * structure that can't be used to attack the reader. Results are cached within limits: schemas that we registered
 * forever, other schemas until there are too many, refusals for a while. Thread-safe.
 */
final class WriterSchemas {

    private static final Logger LOG = LoggerFactory.getLogger(WriterSchemas.class);
    private static final int MAX_KEPT = 500;
    private static final Duration REFUSED_FOR = Duration.ofMinutes(10);

    /** @param reader null if any reader will do */
    private record Written(
            String topic, int contentId, @Nullable Schema reader) {}

    private sealed interface Verdict {

        record Usable(Schema schema) implements Verdict {}

        record Refused(String why, long since) implements Verdict {

            boolean isOver() {
                return System.nanoTime() - since > REFUSED_FOR.toNanos();
            }
        }
    }

    private final ConcurrentMap<Written, Schema> own = new ConcurrentHashMap<>();
    private final ConcurrentMap<Written, Verdict> verdicts = new ConcurrentHashMap<>();
    private final SubjectVersions versions = new SubjectVersions();

    /** Adds our own schema of a topic: from now on its records are read without the registry. */
    void add(String topic, int contentId, Schema schema) {
        own.putIfAbsent(new Written(topic, contentId, null), schema);
    }

    /**
     * The schema of a topic's records that have a content id.
     *
     * @throws UnreadableRecordException if records of the topic may not be written with it
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    Schema get(RegistryHttp http, String topic, int contentId) {
        Written written = new Written(topic, contentId, null);
        Schema ours = own.get(written);
        return ours != null ? ours : judged(written, () -> fetched(http, topic, contentId));
    }

    /** Like {@link #get(RegistryHttp, String, int)}, but requires that the reader can read records of the schema. */
    Schema get(RegistryHttp http, String topic, int contentId, Schema reader) {
        return judged(new Written(topic, contentId, reader), () -> {
            Schema writer = compatible(get(http, topic, contentId), reader);
            String suspicion = RenamedFields.suspicion(writer, reader);
            if (suspicion != null) {
                LOG.warn("records of {} written with content id {} {}", topic, contentId, suspicion);
            }
            return writer;
        });
    }

    private Schema judged(Written written, Supplier<Schema> judge) {
        Verdict known = verdicts.get(written);
        if (known instanceof Verdict.Usable usable) {
            return usable.schema();
        }
        if (known instanceof Verdict.Refused refused && !refused.isOver()) {
            throw new UnreadableRecordException(refused.why());
        }
        try {
            Schema schema = judge.get();
            keep(written, new Verdict.Usable(schema));
            return schema;
        } catch (UnfitSchemaException e) {
            String why = "records of " + written.topic() + " written with content id "
                    + written.contentId() + " of " + SchemaRegistry.subject(written.topic()) + " are not read: "
                    + e.getMessage()
                    + ". Use a schema as described in docs/publishing.md";
            keep(written, new Verdict.Refused(why, System.nanoTime()));
            throw new UnreadableRecordException(why, e);
        }
    }

    private void keep(Written written, Verdict verdict) {
        if (verdicts.size() >= MAX_KEPT) {
            verdicts.clear();
        }
        verdicts.put(written, verdict);
    }

    private Schema fetched(RegistryHttp http, String topic, int contentId) {
        String subject = SchemaRegistry.subject(topic);
        if (!versions.has(http, subject, contentId)) {
            // Not cached as a refusal: it may be registered a moment later.
            Integer meant = versions.ofGlobalId(subject, contentId);
            throw new UnreadableRecordException("content id " + contentId + " is not a version of " + subject
                    + " in the registry"
                    + (meant == null
                            ? ": register the schema there, and write records with the content id that the registry"
                                    + " returns"
                            : ", but it is the global id of the version with content id " + meant
                                    + ": set the serializer's apicurio.registry.use-id to contentId"));
        }
        Schema schema = new SchemaContent(http).fetch(contentId);
        String fault = SchemaShape.faultOf(schema);
        if (fault != null) {
            throw new UnfitSchemaException(fault);
        }
        return schema;
    }

    private static Schema compatible(Schema writer, Schema reader) {
        SchemaPairCompatibility found = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
        if (found.getType() == SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE) {
            return writer;
        }
        throw new UnfitSchemaException("its records can't be read as " + reader.getName() + ": "
                + found.getResult().getIncompatibilities().stream()
                        .findFirst()
                        .map(fault -> fault.getType() + " at " + UnfitSchemaException.cut(fault.getLocation()) + ", "
                                + UnfitSchemaException.cut(fault.getMessage()))
                        .orElse("unknown reason"));
    }
}

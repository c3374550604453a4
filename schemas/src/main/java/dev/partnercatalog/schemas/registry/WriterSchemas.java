package dev.partnercatalog.schemas.registry;

import com.microsoft.kiota.ApiException;
import io.apicurio.registry.resolver.client.RegistryArtifactReference;
import io.apicurio.registry.rest.client.models.SearchedVersion;
import io.apicurio.registry.rest.client.search.versions.VersionsRequestBuilder.GetQueryParameters;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaPairCompatibility;
import org.jspecify.annotations.Nullable;

/**
 * The schemas with which records of a topic may have been written: versions of the topic's own subject, with a bounded
 * structure. Results are cached: schemas that we registered forever, other schemas until there are too many, refusals for
 * a while, so that a publisher's mistake costs one call and not one for each record. Thread-safe.
 */
final class WriterSchemas {

    private static final int MAX_KEPT = 500;
    private static final int MAX_REFERENCES = 100;
    private static final int MAX_SHOWN = 300;

    /** A schema never changes, but the rules may, with the next version of this program. */
    private static final Duration UNFIT_FOR = Duration.ofMinutes(10);

    /** The id may be registered a moment later. */
    private static final Duration UNKNOWN_FOR = Duration.ofMillis(200);

    /** @param reader null if any reader will do */
    private record Written(
            String topic, int contentId, @Nullable Schema reader) {}

    /** @param schema null if refused, which ends at {@link System#nanoTime} {@code until} */
    private record Verdict(@Nullable Schema schema, String why, long until) {}

    /** The message says why, as the end of a sentence. */
    private static final class UnfitException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnfitException(String message) {
            super(message);
        }
    }

    private final ConcurrentMap<Written, Schema> own = new ConcurrentHashMap<>();
    private final ConcurrentMap<Written, Verdict> verdicts = new ConcurrentHashMap<>();

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
    Schema get(BoundedRegistry registry, String topic, int contentId) {
        Written written = new Written(topic, contentId, null);
        Schema ours = own.get(written);
        return ours != null ? ours : judged(written, () -> fetched(registry, written));
    }

    /** Like {@link #get(BoundedRegistry, String, int)}, but requires that the reader can read records of the schema. */
    Schema get(BoundedRegistry registry, String topic, int contentId, Schema reader) {
        return judged(new Written(topic, contentId, reader), () -> compatible(get(registry, topic, contentId), reader));
    }

    private Schema judged(Written written, Supplier<Schema> judge) {
        Verdict known = verdicts.get(written);
        if (known != null && known.schema() != null) {
            return known.schema();
        }
        if (known != null && System.nanoTime() - known.until() < 0) {
            throw new UnreadableRecordException(known.why());
        }
        try {
            Schema schema = judge.get();
            keep(written, new Verdict(schema, "", 0));
            return schema;
        } catch (UnfitException e) {
            String why = "records of " + written.topic() + " written with content id "
                    + written.contentId() + " of " + SchemaRegistry.subject(written.topic()) + " are not read: "
                    + e.getMessage()
                    + ". Use a schema as described in docs/publishing.md";
            throw refused(written, why, UNFIT_FOR);
        }
    }

    private UnreadableRecordException refused(Written written, String why, Duration time) {
        keep(written, new Verdict(null, why, System.nanoTime() + time.toNanos()));
        return new UnreadableRecordException(why);
    }

    private void keep(Written written, Verdict verdict) {
        if (verdicts.size() >= MAX_KEPT) {
            verdicts.clear();
        }
        verdicts.put(written, verdict);
    }

    private Schema fetched(BoundedRegistry registry, Written written) {
        String subject = SchemaRegistry.subject(written.topic());
        int contentId = written.contentId();
        SearchedVersion version = version(registry, subject, query -> query.contentId = (long) contentId);
        if (version == null) {
            // Some serializers write the global id unless they are set not to.
            SearchedVersion meant = version(registry, subject, query -> query.globalId = (long) contentId);
            throw refused(
                    written,
                    "content id " + contentId + " is not a version of " + subject + " in the registry"
                            + (meant == null
                                    ? ": register the schema there, and write records with the content id that the"
                                            + " registry returns"
                                    : ", but it is the global id of the version with content id " + meant.getContentId()
                                            + ": set the serializer's apicurio.registry.use-id to contentId"),
                    UNKNOWN_FOR);
        }
        try {
            Schema.Parser parser = new Schema.Parser();
            parse(
                    registry.ask(client -> client.getReferencesByContentId(contentId)),
                    registry,
                    parser,
                    new HashSet<>());
            Schema schema = parsed(parser, registry.ask(client -> client.getSchemaByContentId((long) contentId)));
            String fault = SchemaShape.faultOf(schema);
            if (fault != null) {
                throw new UnfitException(fault);
            }
            return schema;
        } catch (ApiException e) {
            // Final: waiting for the registry to find it would stop all later records for good.
            throw new UnfitException("the registry can't find it, or something it refers to");
        }
    }

    /** Gives the parser the named types that a schema refers to, after those that they refer to themselves. */
    private static void parse(
            List<RegistryArtifactReference> references,
            BoundedRegistry registry,
            Schema.Parser parser,
            Set<RegistryArtifactReference> met) {
        for (RegistryArtifactReference part : references) {
            if (!met.add(part)) {
                continue;
            }
            if (met.size() > MAX_REFERENCES) {
                throw new UnfitException("it refers to more than " + MAX_REFERENCES + " other schemas");
            }
            String group = Objects.requireNonNullElse(part.getGroupId(), SchemaRegistry.GROUP);
            String id = part.getArtifactId();
            String version = part.getVersion();
            parse(registry.ask(client -> client.getReferencesByGAV(group, id, version)), registry, parser, met);
            parsed(parser, registry.ask(client -> client.getSchemaByGAV(group, id, version)));
        }
    }

    private static @Nullable SearchedVersion version(
            BoundedRegistry registry, String subject, Consumer<GetQueryParameters> which) {
        try {
            List<SearchedVersion> found = registry.ask(client -> Objects.requireNonNull(BoundedRegistry.whole(client)
                    .search()
                    .versions()
                    .get(request -> {
                        request.queryParameters.groupId = SchemaRegistry.GROUP;
                        request.queryParameters.artifactId = subject;
                        request.queryParameters.limit = 1;
                        which.accept(request.queryParameters);
                    })
                    .getVersions()));
            return found.isEmpty() ? null : found.get(0);
        } catch (ApiException e) {
            throw BoundedRegistry.refusal(e, subject);
        }
    }

    private static Schema parsed(Schema.Parser parser, String text) {
        try {
            return parser.parse(text);
        } catch (RuntimeException | StackOverflowError e) {
            String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new UnfitException("it is not an Avro schema: " + cut(first));
        }
    }

    private static Schema compatible(Schema writer, Schema reader) {
        SchemaPairCompatibility found = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
        if (found.getType() == SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE) {
            return writer;
        }
        throw new UnfitException("its records can't be read as " + reader.getName() + ": "
                + found.getResult().getIncompatibilities().stream()
                        .findFirst()
                        .map(fault ->
                                fault.getType() + " at " + cut(fault.getLocation()) + ", " + cut(fault.getMessage()))
                        .orElse("unknown reason"));
    }

    /** A message without the schema, which it may quote at length. */
    static String cut(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }
}

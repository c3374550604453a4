package dev.partnercatalog.schemas.registry;

import com.microsoft.kiota.ApiException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.resolver.client.RegistryClientFacadeImpl;
import io.apicurio.registry.rest.client.models.CreateRule;
import io.apicurio.registry.rest.client.models.HandleReferencesType;
import io.apicurio.registry.rest.client.models.IfArtifactExists;
import io.apicurio.registry.rest.client.models.RuleType;
import io.apicurio.registry.rest.client.models.SearchedVersion;
import io.apicurio.registry.rest.client.search.versions.VersionsRequestBuilder.GetQueryParameters;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaPairCompatibility;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of an Apicurio Registry: ours, which are registered there, and those with which records of a topic may have been
 * written, which are versions of the topic's own subject with a bounded structure. Ids and contents never change there, so
 * schemas that we registered are kept forever, other schemas until there are too many, and refusals for a while, so that a
 * publisher's mistake costs one call and not one for each record.
 *
 * <p>Every call has a deadline. If the registry is unavailable or hangs, the call is retried with growing pauses until
 * the timeout for retries has passed. Thread-safe.
 */
public final class SchemaRegistry {

    private static final String GROUP = "default";
    private static final String COMPATIBILITY = "FULL_TRANSITIVE";
    private static final int MAX_CACHED = 500;
    private static final int MAX_SHOWN = 300;

    /** A schema never changes, but the rules may, with the next version of this program. */
    private static final Duration UNFIT_FOR = Duration.ofMinutes(10);

    /** The id may be registered a moment later. */
    private static final Duration UNKNOWN_FOR = Duration.ofMillis(200);

    private record Written(String topic, int contentId) {}

    /** @param schema null if refused, which ends at {@link System#nanoTime} {@code until} */
    private record Verdict(@Nullable Schema schema, String why, long until) {}

    private record Registered(int contentId, Schema schema) {}

    /** What was registered, by topic, and what was fetched. */
    private record Known(ConcurrentMap<String, Registered> own, ConcurrentMap<Written, Verdict> verdicts) {}

    private final BoundedRegistry server;
    private final Known known;

    /**
     * @param settings where the registry is
     * @param patience how long to retry a call while the registry is unavailable
     */
    public SchemaRegistry(RegistrySettings settings, Duration patience) {
        this(new BoundedRegistry(settings, patience), new Known(new ConcurrentHashMap<>(), new ConcurrentHashMap<>()));
    }

    /** For a registry that requires no authentication. */
    public SchemaRegistry(URI url, Duration patience) {
        this(RegistrySettings.at(url), patience);
    }

    private SchemaRegistry(BoundedRegistry server, Known known) {
        this.server = server;
        this.known = known;
    }

    /** The same registry with a different timeout for retries; both share what either has fetched. */
    public SchemaRegistry withPatience(Duration patience) {
        return new SchemaRegistry(server.withPatience(patience), known);
    }

    /**
     * Registers the schemas of all topics in {@link CatalogTopic} under full transitive compatibility. Records written
     * with them can then be read and written while the registry is unavailable.
     *
     * @throws IncompatibleSchemaException if the registry holds a version that ours would break
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    public void registerAll(String topicPrefix) {
        for (CatalogTopic topic : CatalogTopic.values()) {
            if (topic.hasSchema()) {
                contentId(topic.name(topicPrefix), topic.valueSchema());
            }
        }
    }

    /**
     * The content id of a topic's value schema, which is registered if the registry doesn't have it yet.
     *
     * @throws IncompatibleSchemaException if the registry holds a version that this schema would break
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    public int contentId(String topic, Schema schema) {
        Registered own = known.own.get(topic);
        if (own == null) {
            String content = ReleasedSchemas.text(schema);
            int id = register(topic, content);
            guard(subject(topic));
            own = new Registered(id, new Schema.Parser().parse(content));
            known.own.put(topic, own);
        }
        return own.contentId();
    }

    /**
     * The schema with which a record of a topic was written. It must be a version of the topic's own subject, and a
     * record written with it must not cost more to read than its size warrants.
     *
     * @param topic its full name
     * @throws UnreadableRecordException if records of the topic may not be written with this schema; the message says
     *     why
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    public Schema schema(String topic, int contentId) {
        Written written = new Written(topic, contentId);
        Registered own = known.own.get(topic);
        if (own != null && own.contentId() == contentId) {
            return own.schema();
        }
        Verdict verdict = known.verdicts.get(written);
        if (verdict == null || (verdict.schema() == null && System.nanoTime() - verdict.until() >= 0)) {
            verdict = judge(topic, contentId);
            if (known.verdicts.size() >= MAX_CACHED) {
                known.verdicts.clear();
            }
            known.verdicts.put(written, verdict);
        }
        Schema schema = verdict.schema();
        if (schema == null) {
            throw new UnreadableRecordException(verdict.why());
        }
        return schema;
    }

    private Verdict judge(String topic, int contentId) {
        String subject = subject(topic);
        SearchedVersion version = version(subject, query -> query.contentId = (long) contentId);
        if (version == null) {
            // Some serializers write the global id unless they are set not to.
            SearchedVersion meant = version(subject, query -> query.globalId = (long) contentId);
            String why = "content id " + contentId + " is not a version of " + subject + " in the registry"
                    + (meant == null
                            ? ": register the schema there, and write records with the content id that the registry returns"
                            : ", but it is the global id of the version with content id " + meant.getContentId()
                                    + ": set the serializer's apicurio.registry.use-id to contentId");
            return new Verdict(null, why, System.nanoTime() + UNKNOWN_FOR.toNanos());
        }
        String fault;
        try {
            Schema schema = new Schema.Parser().parse(content(subject, version));
            fault = SchemaShape.faultOf(schema);
            if (fault == null) {
                return new Verdict(schema, "", 0);
            }
        } catch (ApiException e) {
            // Final: waiting for the registry to find it would stop all later records for good.
            fault = "the registry can't find it, or something it refers to";
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            fault = "it is not an Avro schema: "
                    + cut(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        return new Verdict(null, refusal(topic, contentId, fault), System.nanoTime() + UNFIT_FOR.toNanos());
    }

    /** The text of a version, in which the registry has put what it refers to. */
    private String content(String subject, SearchedVersion version) {
        return server.ask(client -> {
            try (InputStream text = client.groups()
                    .byGroupId(GROUP)
                    .artifacts()
                    .byArtifactId(subject)
                    .versions()
                    .byVersionExpression(version.getVersion())
                    .content()
                    .get(request -> request.queryParameters.references = HandleReferencesType.DEREFERENCE)) {
                return new String(text.readAllBytes(), StandardCharsets.UTF_8);
            }
        });
    }

    private @Nullable SearchedVersion version(String subject, Consumer<GetQueryParameters> which) {
        try {
            List<SearchedVersion> found = server.ask(client -> Objects.requireNonNull(client.search()
                    .versions()
                    .get(request -> {
                        request.queryParameters.groupId = GROUP;
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

    /**
     * Requires that records of a schema can be read as another one.
     *
     * @throws UnreadableRecordException if they can't
     */
    static void requireCompatible(String topic, int contentId, Schema writer, Schema reader) {
        SchemaPairCompatibility found = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
        found.getResult().getIncompatibilities().stream().findFirst().ifPresent(fault -> {
            throw new UnreadableRecordException(refusal(
                    topic,
                    contentId,
                    "its records can't be read as " + reader.getName() + ": " + fault.getType() + " at "
                            + cut(fault.getLocation()) + ", " + cut(fault.getMessage())));
        });
    }

    private static String refusal(String topic, int contentId, String why) {
        return "records of " + topic + " written with content id " + contentId + " of "
                + subject(topic) + " are not read: " + why
                + ". Use a schema as described in docs/publishing.md";
    }

    /** A message without the schema, which it may quote at length. */
    static String cut(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }

    private static String subject(String topic) {
        return topic + "-value";
    }

    private int register(String topic, String content) {
        try {
            return server.ask(client -> new RegistryClientFacadeImpl(client)
                            .createSchema(
                                    "AVRO",
                                    GROUP,
                                    subject(topic),
                                    null,
                                    IfArtifactExists.FIND_OR_CREATE_VERSION.getValue(),
                                    false,
                                    content,
                                    Set.of()))
                    .getContentId()
                    .intValue();
        } catch (ApiException e) {
            throw BoundedRegistry.refusal(e, subject(topic));
        }
    }

    private void guard(String artifactId) {
        CreateRule rule = new CreateRule();
        rule.setRuleType(RuleType.COMPATIBILITY);
        rule.setConfig(COMPATIBILITY);
        try {
            server.ask(client -> {
                client.groups()
                        .byGroupId(GROUP)
                        .artifacts()
                        .byArtifactId(artifactId)
                        .rules()
                        .post(rule);
                return true;
            });
        } catch (ApiException e) {
            boolean hasRuleAlready = e.getResponseStatusCode() == 409;
            if (!hasRuleAlready) {
                throw BoundedRegistry.refusal(e, artifactId);
            }
        }
    }
}

package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.registry.RegistryHttp.Answer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of an Apicurio Registry (REST API v3), each asked for once: ids and contents never change there.
 *
 * <p>Every call has a deadline, and a registry that is away or hangs is tried again with growing pauses until the
 * patience is used up. Thread-safe.
 */
public final class SchemaRegistry {

    static final String DEFAULT_GROUP = "default";

    private static final String COMPATIBILITY = "FULL_TRANSITIVE";

    private final RegistryHttp http;
    private final WriterSchemas schemas;
    private final ConcurrentMap<String, Integer> registered;

    /** Of a registry in which nothing is registered: the schemas that go by ids of our own, and how many those are. */
    private final @Nullable WriterSchemas unregistered;

    private final AtomicInteger unregisteredIds;

    /**
     * @param settings where it is
     * @param patience how long a call goes on trying while the registry is away
     */
    public SchemaRegistry(RegistrySettings settings, Duration patience) {
        this(
                new RegistryHttp(settings, patience),
                new WriterSchemas(),
                new ConcurrentHashMap<>(),
                null,
                new AtomicInteger());
    }

    /** Of a registry that asks nobody who they are. */
    public SchemaRegistry(URI url, Duration patience) {
        this(RegistrySettings.at(url), patience);
    }

    private SchemaRegistry(
            RegistryHttp http,
            WriterSchemas schemas,
            ConcurrentMap<String, Integer> registered,
            @Nullable WriterSchemas unregistered,
            AtomicInteger unregisteredIds) {
        this.http = http;
        this.schemas = schemas;
        this.registered = registered;
        this.unregistered = unregistered;
        this.unregisteredIds = unregisteredIds;
    }

    /** The same registry with another patience; what one has asked for the other knows. */
    public SchemaRegistry withPatience(Duration patience) {
        return new SchemaRegistry(http.withPatience(patience), schemas, registered, unregistered, unregisteredIds);
    }

    /**
     * The same registry, in which nothing is registered. A schema that would have to be is checked, and gets an id of this
     * registry alone: what is written with it can be read by it, and must not be published.
     */
    public SchemaRegistry withoutRegistering() {
        return unregistered == null
                ? new SchemaRegistry(
                        http, schemas, new ConcurrentHashMap<>(registered), new WriterSchemas(), new AtomicInteger())
                : this;
    }

    /**
     * Registers the schemas of every topic of the catalogue, under full transitive compatibility. Records that are
     * written with them can then be read and written while the registry is away.
     *
     * @throws IncompatibleSchemaException where the registry holds a version that ours would break
     * @throws RegistryUnavailableException where it can't be reached
     */
    public void registerAll(String topicPrefix) {
        for (CatalogTopic topic : CatalogTopic.values()) {
            if (topic.hasSchema()) {
                contentId(topic.name(topicPrefix), topic.valueSchema());
            }
        }
    }

    /**
     * The content id of a topic's value schema, which is registered where the registry doesn't have it yet; but see {@link
     * #withoutRegistering}.
     *
     * @throws IncompatibleSchemaException where the registry holds a version that this one would break
     * @throws RegistryUnavailableException where it can't be reached
     */
    public int contentId(String topic, Schema schema) {
        Integer known = registered.get(topic);
        if (known != null) {
            return known;
        }
        String content = PublicSchema.of(schema);
        int id;
        if (unregistered == null) {
            id = register(http, subject(topic), version(content));
            schemas.add(topic, id, new Schema.Parser().parse(content));
        } else {
            requireCompatible(topic, schema);
            id = Integer.MAX_VALUE - unregisteredIds.getAndIncrement();
            unregistered.add(topic, id, new Schema.Parser().parse(content));
        }
        registered.put(topic, id);
        return id;
    }

    /**
     * The schema that a record of a topic was written with. Only a version of the topic's own subject is one, and only if
     * nothing that is written with it can cost more than its bytes are worth.
     *
     * @param topic its full name
     * @throws UnreadableRecordException where no record of the topic may be written with it, and why
     * @throws RegistryUnavailableException where it can't be reached
     */
    public Schema schema(String topic, int contentId) {
        return of(contentId).get(http, topic, contentId);
    }

    /** As {@link #schema(String, int)}; also throws {@link UnreadableRecordException} where the reader can't read it. */
    public Schema schema(String topic, int contentId, Schema reader) {
        return of(contentId).get(http, topic, contentId, reader);
    }

    private WriterSchemas of(int contentId) {
        return unregistered != null && contentId > Integer.MAX_VALUE - unregisteredIds.get() ? unregistered : schemas;
    }

    static String subject(String topic) {
        return topic + "-value";
    }

    /**
     * Asks whether the registry has a topic's value schema or would take it; nothing is registered.
     *
     * @throws IncompatibleSchemaException where it holds a version that this one would break
     * @throws RegistryUnavailableException where it can't be reached
     */
    public void requireCompatible(String topic, Schema schema) {
        post(http, subject(topic), version(PublicSchema.of(schema)), "&dryRun=true")
                .expectOk();
    }

    /**
     * Makes the schemas of one topic's records those of another's, in every version: records may then be copied with
     * their bytes. To be asked again when a record names a content id that isn't in the answer.
     *
     * @param from full name of a topic
     * @return asks for it, and answers the content ids of all versions
     */
    public Supplier<Set<Integer>> copiedVersions(String from, String to) {
        SubjectCopy copy = new SubjectCopy(http);
        return () -> copy.copy(subject(from), subject(to));
    }

    static int register(RegistryHttp http, String artifactId, ObjectNode version) {
        int contentId = post(http, artifactId, version, "")
                .expectOk()
                .json()
                .path("version")
                .path("contentId")
                .asInt();
        if (contentId == 0) {
            throw new RegistryUnavailableException("the registry named no content id for " + artifactId);
        }
        guard(http, artifactId);
        return contentId;
    }

    private static ObjectNode version(String schema) {
        return JsonNodeFactory.instance.objectNode().put("content", schema).put("contentType", "application/json");
    }

    private static Answer post(RegistryHttp http, String artifactId, ObjectNode version, String option) {
        ObjectNode artifact = JsonNodeFactory.instance
                .objectNode()
                .put("artifactId", artifactId)
                .put("artifactType", "AVRO");
        artifact.putObject("firstVersion").set("content", version);
        Answer answer =
                http.post("groups/" + DEFAULT_GROUP + "/artifacts?ifExists=FIND_OR_CREATE_VERSION" + option, artifact);
        // The status of this refusal differs between server versions; its name doesn't.
        if (!answer.isOk() && answer.json().path("name").asText().equals("RuleViolationException")) {
            throw new IncompatibleSchemaException("the registry refuses the schema of " + artifactId + ": "
                    + answer.json().path("detail").asText(answer.body()));
        }
        return answer;
    }

    private static void guard(RegistryHttp http, String artifactId) {
        ObjectNode rule = JsonNodeFactory.instance
                .objectNode()
                .put("ruleType", "COMPATIBILITY")
                .put("config", COMPATIBILITY);
        Answer answer = http.post(
                "groups/" + DEFAULT_GROUP + "/artifacts/" + RegistryHttp.segment(artifactId) + "/rules", rule);
        boolean hasRuleAlready = answer.status() == 409;
        if (!hasRuleAlready) {
            answer.expectOk();
        }
    }
}

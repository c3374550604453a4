package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.registry.RegistryHttp.Answer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of an Apicurio Registry (REST API v3). Each is requested once, because ids and contents never change
 * there.
 *
 * <p>Every call has a deadline. If the registry is unavailable or hangs, the call is retried with growing pauses until
 * the timeout for retries has passed. Thread-safe.
 */
public final class SchemaRegistry {

    static final String DEFAULT_GROUP = "default";

    private static final String COMPATIBILITY = "FULL_TRANSITIVE";

    private final RegistryHttp http;
    private final WriterSchemas schemas;
    private final ConcurrentMap<String, Integer> registered;

    /** For an instance that doesn't register: the schemas with locally assigned ids, and how many there are. */
    private final @Nullable WriterSchemas unregistered;

    private final AtomicInteger unregisteredIds;

    /**
     * @param settings where the registry is
     * @param patience how long to retry a call while the registry is unavailable
     */
    public SchemaRegistry(RegistrySettings settings, Duration patience) {
        this(
                new RegistryHttp(settings, patience),
                new WriterSchemas(),
                new ConcurrentHashMap<>(),
                null,
                new AtomicInteger());
    }

    /** For a registry that requires no authentication. */
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

    /** The same registry with a different timeout for retries; both share what either has fetched. */
    public SchemaRegistry withPatience(Duration patience) {
        return new SchemaRegistry(http.withPatience(patience), schemas, registered, unregistered, unregisteredIds);
    }

    /**
     * The same registry, without registering anything. A schema that would have to be registered is checked instead,
     * and gets an id that is valid only in this instance: records written with it can be read by this instance, and
     * must not be published.
     */
    public SchemaRegistry withoutRegistering() {
        return unregistered == null
                ? new SchemaRegistry(
                        http, schemas, new ConcurrentHashMap<>(registered), new WriterSchemas(), new AtomicInteger())
                : this;
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
     * The content id of a topic's value schema. The schema is registered if the registry doesn't have it yet, except by
     * an instance from {@link #withoutRegistering}.
     *
     * @throws IncompatibleSchemaException if the registry holds a version that this schema would break
     * @throws RegistryUnavailableException if the registry can't be reached
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
     * The schema with which a record of a topic was written. It must be a version of the topic's own subject, and a
     * record written with it must not cost more to read than its size warrants.
     *
     * @param topic its full name
     * @throws UnreadableRecordException if records of the topic may not be written with this schema; the message says
     *     why
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    public Schema schema(String topic, int contentId) {
        return of(contentId).get(http, topic, contentId);
    }

    /**
     * Like {@link #schema(String, int)}, but also throws {@link UnreadableRecordException} if the reader can't read the
     * schema.
     */
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
     * Asks whether the registry has a topic's value schema or would accept it; nothing is registered.
     *
     * @throws IncompatibleSchemaException if the registry holds a version that this schema would break
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    public void requireCompatible(String topic, Schema schema) {
        post(http, subject(topic), version(PublicSchema.of(schema)), "&dryRun=true")
                .expectOk();
    }

    static int register(RegistryHttp http, String artifactId, ObjectNode version) {
        int contentId = post(http, artifactId, version, "")
                .expectOk()
                .json()
                .path("version")
                .path("contentId")
                .asInt();
        if (contentId == 0) {
            throw new RegistryUnavailableException("the registry returned no content id for " + artifactId);
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
        // The status code of this refusal differs between server versions; its name doesn't.
        if (!answer.isOk() && answer.json().path("name").asText().equals("RuleViolationException")) {
            throw IncompatibleSchemaException.of(
                    artifactId, causes(answer), answer.json().path("detail").asText(answer.body()));
        }
        return answer;
    }

    private static List<String> causes(Answer answer) {
        List<String> causes = new ArrayList<>();
        answer.json()
                .path("causes")
                .forEach(cause -> causes.add(cause.path("description").asText() + " at "
                        + cause.path("context").asText()));
        return causes;
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

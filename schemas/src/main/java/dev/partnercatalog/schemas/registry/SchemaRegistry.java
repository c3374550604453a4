package dev.partnercatalog.schemas.registry;

import com.microsoft.kiota.ApiException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.rest.client.models.CreateArtifact;
import io.apicurio.registry.rest.client.models.CreateArtifactResponse;
import io.apicurio.registry.rest.client.models.CreateRule;
import io.apicurio.registry.rest.client.models.CreateVersion;
import io.apicurio.registry.rest.client.models.IfArtifactExists;
import io.apicurio.registry.rest.client.models.RuleType;
import io.apicurio.registry.rest.client.models.VersionContent;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.avro.Schema;

/**
 * The schemas of an Apicurio Registry. Each is requested once, because ids and contents never change there.
 *
 * <p>Every call has a deadline. If the registry is unavailable or hangs, the call is retried with growing pauses until
 * the timeout for retries has passed. Thread-safe.
 */
public final class SchemaRegistry {

    static final String GROUP = "default";

    private static final String COMPATIBILITY = "FULL_TRANSITIVE";

    private final BoundedRegistry server;
    private final WriterSchemas writers;
    private final ConcurrentMap<String, Integer> registered;

    /**
     * @param settings where the registry is
     * @param patience how long to retry a call while the registry is unavailable
     */
    public SchemaRegistry(RegistrySettings settings, Duration patience) {
        this(new BoundedRegistry(settings, patience), new WriterSchemas(), new ConcurrentHashMap<>());
    }

    /** For a registry that requires no authentication. */
    public SchemaRegistry(URI url, Duration patience) {
        this(RegistrySettings.at(url), patience);
    }

    private SchemaRegistry(BoundedRegistry server, WriterSchemas writers, ConcurrentMap<String, Integer> registered) {
        this.server = server;
        this.writers = writers;
        this.registered = registered;
    }

    /** The same registry with a different timeout for retries; both share what either has fetched. */
    public SchemaRegistry withPatience(Duration patience) {
        return new SchemaRegistry(server.withPatience(patience), writers, registered);
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
        Integer known = registered.get(topic);
        if (known != null) {
            return known;
        }
        String content = PublicSchema.of(schema);
        int id = post(topic, content, false).getVersion().getContentId().intValue();
        guard(subject(topic));
        writers.add(topic, id, new Schema.Parser().parse(content));
        registered.put(topic, id);
        return id;
    }

    /**
     * Asks whether the registry has a topic's value schema or would accept it; nothing is registered.
     *
     * @throws IncompatibleSchemaException if the registry holds a version that this schema would break
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    public void requireCompatible(String topic, Schema schema) {
        post(topic, PublicSchema.of(schema), true);
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
        return writers.get(server, topic, contentId);
    }

    /**
     * Like {@link #schema(String, int)}, but also throws {@link UnreadableRecordException} if the reader can't read the
     * schema.
     */
    public Schema schema(String topic, int contentId, Schema reader) {
        return writers.get(server, topic, contentId, reader);
    }

    static String subject(String topic) {
        return topic + "-value";
    }

    private CreateArtifactResponse post(String topic, String schema, boolean isTrial) {
        VersionContent content = new VersionContent();
        content.setContent(schema);
        content.setContentType("application/json");
        CreateVersion version = new CreateVersion();
        version.setContent(content);
        CreateArtifact artifact = new CreateArtifact();
        artifact.setArtifactId(subject(topic));
        artifact.setArtifactType("AVRO");
        artifact.setFirstVersion(version);
        try {
            return server.ask(client -> BoundedRegistry.whole(client)
                    .groups()
                    .byGroupId(GROUP)
                    .artifacts()
                    .post(artifact, request -> {
                        request.queryParameters.ifExists = IfArtifactExists.FIND_OR_CREATE_VERSION;
                        request.queryParameters.dryRun = isTrial;
                    }));
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
                BoundedRegistry.whole(client)
                        .groups()
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

package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/**
 * The schemas of an Apicurio Registry (REST API v3), each asked for once: ids and contents never change there.
 *
 * <p>Every call has a deadline, and a registry that is away or hangs is tried again with growing pauses until the
 * patience is used up. Thread-safe.
 */
public final class SchemaRegistry {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final String COMPATIBILITY = "FULL_TRANSITIVE";

    private final URI api;
    private final Duration patience;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CALL_TIMEOUT).build();
    private final ConcurrentMap<Integer, Schema> schemas = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> registered = new ConcurrentHashMap<>();

    /**
     * @param url of the registry's server, such as {@code http://127.0.0.1:8082}
     * @param patience how long a call goes on trying while the registry is away
     */
    public SchemaRegistry(URI url, Duration patience) {
        this.api = URI.create(url.toString().replaceAll("(/apis/registry/v3)?/*$", "") + "/apis/registry/v3/");
        this.patience = patience;
    }

    /**
     * Registers the schemas of every topic of the catalogue, under full transitive compatibility.
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
     * The content id of a topic's value schema, which is registered where the registry doesn't have it yet.
     *
     * @throws IncompatibleSchemaException where the registry holds a version that this one would break
     * @throws RegistryUnavailableException where it can't be reached
     */
    public int contentId(String topic, Schema schema) {
        Integer known = registered.get(topic);
        if (known != null) {
            return known;
        }
        int id = register(topic + "-value", PublicSchema.of(schema));
        registered.put(topic, id);
        return id;
    }

    /**
     * The schema with a content id.
     *
     * @throws UnreadableRecordException where the registry has no such schema
     * @throws RegistryUnavailableException where it can't be reached
     */
    public Schema schema(int contentId) {
        Schema known = schemas.get(contentId);
        if (known != null) {
            return known;
        }
        HttpResponse<String> answer =
                call(request("ids/contentIds/" + contentId).GET());
        if (answer.statusCode() == 404) {
            throw new UnreadableRecordException("the registry has no schema with content id " + contentId);
        }
        try {
            Schema schema = new Schema.Parser().parse(expectOk(answer).body());
            schemas.put(contentId, schema);
            return schema;
        } catch (SchemaParseException e) {
            throw new UnreadableRecordException("content id " + contentId + " is no Avro schema: " + e.getMessage(), e);
        }
    }

    private int register(String artifactId, String schema) {
        ObjectNode artifact =
                JSON.createObjectNode().put("artifactId", artifactId).put("artifactType", "AVRO");
        artifact.putObject("firstVersion")
                .putObject("content")
                .put("content", schema)
                .put("contentType", "application/json");
        HttpResponse<String> answer = call(post("groups/default/artifacts?ifExists=FIND_OR_CREATE_VERSION", artifact));
        if (isRuleViolation(answer)) {
            throw new IncompatibleSchemaException("the registry refuses the schema of " + artifactId + ": "
                    + json(answer).path("detail").asText(answer.body()));
        }
        int contentId = json(expectOk(answer)).path("version").path("contentId").asInt();
        if (contentId == 0) {
            throw new RegistryUnavailableException("the registry named no content id for " + artifactId);
        }
        guard(artifactId);
        return contentId;
    }

    private void guard(String artifactId) {
        ObjectNode rule =
                JSON.createObjectNode().put("ruleType", "COMPATIBILITY").put("config", COMPATIBILITY);
        String path = "groups/default/artifacts/" + URLEncoder.encode(artifactId, StandardCharsets.UTF_8) + "/rules";
        HttpResponse<String> answer = call(post(path, rule));
        boolean hasRuleAlready = answer.statusCode() == 409;
        if (!hasRuleAlready) {
            expectOk(answer);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(api.resolve(path)).timeout(CALL_TIMEOUT);
    }

    private HttpRequest.Builder post(String path, ObjectNode body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    }

    private HttpResponse<String> call(HttpRequest.Builder request) {
        long deadline = System.nanoTime() + patience.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            RegistryUnavailableException fault;
            try {
                HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() < 500 && answer.statusCode() != 429) {
                    return answer;
                }
                fault = new RegistryUnavailableException(
                        "the registry at " + api + " answers with status " + answer.statusCode());
            } catch (IOException e) {
                fault = new RegistryUnavailableException("the registry at " + api + " can't be reached: " + e, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RegistryUnavailableException("interrupted while waiting for the registry", e);
            }
            if (System.nanoTime() + pause.toNanos() > deadline) {
                throw fault;
            }
            pause(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    private static void pause(Duration pause) {
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryUnavailableException("interrupted while waiting for the registry", e);
        }
    }

    /** The status of a refusal differs between server versions; its name doesn't. */
    private static boolean isRuleViolation(HttpResponse<String> answer) {
        return answer.statusCode() >= 400 && json(answer).path("name").asText().equals("RuleViolationException");
    }

    private HttpResponse<String> expectOk(HttpResponse<String> answer) {
        if (answer.statusCode() / 100 != 2) {
            throw new RegistryUnavailableException("the registry at " + api + " answers with status "
                    + answer.statusCode() + " to " + answer.uri().getPath());
        }
        return answer;
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new RegistryUnavailableException("the registry's answer is no JSON", e);
        }
    }
}

package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.schemas.registry.RegistryHttp.Answer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Knows which content ids are versions of a subject. Registered versions stay, so known ids need no lookup. Unknown ids
 * are looked up, but at most ten lists a second are fetched, so that a flood of records with made-up ids can't burden
 * the registry more than that. Thread-safe.
 */
final class SubjectVersions {

    static final int PAGE = 500;
    static final int MAX_VERSIONS = 5_000;

    /** The maximum age of a list that is used to conclude that an id is not a version. */
    private static final Duration FRESH = Duration.ofMillis(100);

    private static final int MAX_SUBJECTS = 1_000;

    /** @param contentIdsByGlobalId some serializers write the global id unless they are set not to */
    private record Versions(Set<Integer> contentIds, Map<Integer, Integer> contentIdsByGlobalId, long asked) {

        boolean isFresh() {
            return System.nanoTime() - asked < FRESH.toNanos();
        }
    }

    private final ConcurrentMap<String, Versions> subjects = new ConcurrentHashMap<>();

    /**
     * Whether a content id is a version of a subject.
     *
     * @throws UnfitSchemaException if the registry's list is too long to be read
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    boolean has(RegistryHttp http, String subject, int contentId) {
        Versions known = subjects.get(subject);
        if (known != null && (known.contentIds().contains(contentId) || known.isFresh())) {
            return known.contentIds().contains(contentId);
        }
        if (subjects.size() >= MAX_SUBJECTS) {
            subjects.clear();
        }
        long asked = System.nanoTime();
        Map<Integer, Integer> byGlobalId = new HashMap<>();
        Set<Integer> contentIds = new HashSet<>();
        ask(http, subject, version -> {
            contentIds.add(contentId(version));
            byGlobalId.put(version.path("globalId").asInt(), contentId(version));
        });
        Versions versions = new Versions(contentIds, byGlobalId, asked);
        subjects.put(subject, versions);
        return versions.contentIds().contains(contentId);
    }

    /** The content id of the version with a global id; null if the subject has none, as far as it is known. */
    @Nullable
    Integer ofGlobalId(String subject, int globalId) {
        Versions known = subjects.get(subject);
        return known == null ? null : known.contentIdsByGlobalId().get(globalId);
    }

    /** The content ids of all versions; empty if there is no such subject. */
    static Set<Integer> ask(RegistryHttp http, String subject) {
        Set<Integer> contentIds = new HashSet<>();
        ask(http, subject, version -> contentIds.add(contentId(version)));
        return contentIds;
    }

    private static int contentId(JsonNode version) {
        return version.path("contentId").asInt();
    }

    private static void ask(RegistryHttp http, String subject, Consumer<JsonNode> receiver) {
        for (int offset = 0; offset < MAX_VERSIONS; offset += PAGE) {
            Answer answer = http.get("groups/" + SchemaRegistry.DEFAULT_GROUP + "/artifacts/"
                    + RegistryHttp.segment(subject) + "/versions?limit=" + PAGE + "&offset=" + offset);
            if (answer.status() == 404) {
                return;
            }
            if (!answer.expectOk().isWhole()) {
                throw new UnfitSchemaException("the registry's list of the versions of " + subject
                        + " is too long to be read: shorten their names, descriptions and labels");
            }
            JsonNode versions = answer.json().path("versions");
            versions.forEach(receiver);
            if (versions.size() < PAGE) {
                break;
            }
        }
    }
}

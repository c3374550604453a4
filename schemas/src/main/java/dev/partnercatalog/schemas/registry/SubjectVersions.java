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
 * Knows which content ids are versions of a subject. Registered versions stay, so known ids need no lookup. For an unknown
 * id, the list is fetched anew: its schema may have been registered a moment ago. A flood of records with made-up ids can't
 * burden the registry or hold up its reader with that: after the first ten, at most ten lists a second are fetched, and
 * what is in between is judged by the last one. Thread-safe.
 */
final class SubjectVersions {

    static final int PAGE = 500;
    static final int MAX_VERSIONS = 5_000;

    /** So many lists may be fetched at once. */
    private static final int BURST = 10;

    /** How long it takes until one more may be fetched. */
    private static final Duration PACE = Duration.ofMillis(100);

    private static final int MAX_SUBJECTS = 1_000;

    /** @param contentIdsByGlobalId some serializers write the global id unless they are set not to */
    private record Versions(Set<Integer> contentIds, Map<Integer, Integer> contentIdsByGlobalId) {}

    private static final class Subject {

        private volatile Versions versions = new Versions(Set.of(), Map.of());

        /** Since when lists could have been fetched, at the pace, that weren't; in nanoseconds. */
        private long unused = System.nanoTime() - PACE.multipliedBy(BURST).toNanos();

        boolean has(int contentId) {
            return versions.contentIds().contains(contentId);
        }

        /** Asked with the lock on this held. */
        boolean mayAsk() {
            long now = System.nanoTime();
            long saved = Math.min(now - unused, PACE.multipliedBy(BURST).toNanos());
            if (saved < PACE.toNanos()) {
                return false;
            }
            unused = now - saved + PACE.toNanos();
            return true;
        }
    }

    private final ConcurrentMap<String, Subject> subjects = new ConcurrentHashMap<>();

    /**
     * Whether a content id is a version of a subject.
     *
     * @throws UnfitSchemaException if the registry's list is too long to be read
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    boolean has(RegistryHttp http, String subject, int contentId) {
        if (subjects.size() >= MAX_SUBJECTS) {
            subjects.clear();
        }
        Subject known = subjects.computeIfAbsent(subject, any -> new Subject());
        if (known.has(contentId)) {
            return true;
        }
        // Who comes while a list is being fetched waits for it: the id may be in there.
        synchronized (known) {
            if (!known.has(contentId) && known.mayAsk()) {
                known.versions = fetch(http, subject);
            }
            return known.has(contentId);
        }
    }

    private static Versions fetch(RegistryHttp http, String subject) {
        Map<Integer, Integer> byGlobalId = new HashMap<>();
        Set<Integer> contentIds = new HashSet<>();
        ask(http, subject, version -> {
            contentIds.add(contentId(version));
            byGlobalId.put(version.path("globalId").asInt(), contentId(version));
        });
        return new Versions(contentIds, byGlobalId);
    }

    /** The content id of the version with a global id; null if the subject has none, as far as it is known. */
    @Nullable
    Integer ofGlobalId(String subject, int globalId) {
        Subject known = subjects.get(subject);
        return known == null ? null : known.versions.contentIdsByGlobalId().get(globalId);
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

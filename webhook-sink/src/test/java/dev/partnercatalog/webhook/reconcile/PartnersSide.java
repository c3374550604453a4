package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What partners are sent and what they accept, held against the world: each version of a variant is a point in the history
 * of the records and of the configurations. Where contents come again, a message may be of any point that shows them.
 */
final class PartnersSide {

    private record Key(String partnerId, ScopedVariant variant) {}

    private record Version(int records, int revision) {

        boolean comesAfter(Version other) {
            return records >= other.records && revision >= other.revision;
        }
    }

    private final World world;
    private final Map<Key, Map<Version, String>> views = new HashMap<>();
    /** The earliest versions that the last accepted message can have been of. */
    private final Map<Key, List<Version>> versions = new HashMap<>();

    private final Map<String, Map<ScopedVariant, String>> copies = new HashMap<>();
    private final Map<String, Receiver> whoDropKnownIds = new HashMap<>();
    /** What was accepted with an answer, since when nothing else was started. */
    private final Map<Key, String> answered = new HashMap<>();

    private final Set<Key> known = new HashSet<>();
    private final Set<Key> shown = new HashSet<>();
    private int adopted;
    private boolean repeats;

    PartnersSide(World world) {
        this.world = world;
        world.partners.keySet().forEach(id -> {
            copies.put(id, new HashMap<>());
            whoDropKnownIds.put(id, new Receiver(false));
        });
    }

    /** After a kill what is known already may be sent again. */
    void mayBeSentAgain() {
        repeats = true;
        answered.clear();
        known.addAll(shown);
    }

    /** Notes what a partner might be told about, and by which configuration. */
    void noteShown() {
        adopted = Math.max(adopted, world.adopted());
        world.partners.forEach(
                (id, partner) -> world.shown(partner).forEach(variant -> shown.add(new Key(id, variant))));
    }

    /** A message starts. */
    void started(ScriptedDelivery.Sent sent) {
        noteShown();
        each(sent, (key, content) -> {
            assertThat(answered.get(key)).as("%s is sent again", key).isNotEqualTo(content);
            assertThat(!content.isEmpty() || known.contains(key))
                    .as("%s is known", key)
                    .isTrue();
            known.add(key);
            assertThat(after(List.of(new Version(0, adopted)), key, content))
                    .as("%s is shown to the partner: %s", key, content)
                    .isNotEmpty();
        });
    }

    /** A message arrives, whatever is answered, if anything. */
    void take(ScriptedDelivery.Sent sent) {
        String partnerId = sent.endpoint().partnerId();
        Objects.requireNonNull(whoDropKnownIds.get(partnerId)).take(sent);
        each(sent, (key, content) -> {
            List<Version> of = after(versions.getOrDefault(key, List.of(new Version(0, 0))), key, content);
            assertThat(of).as("%s doesn't go back: %s", key, content).isNotEmpty();
            versions.put(key, of);
            Map<ScopedVariant, String> copy = Objects.requireNonNull(copies.get(partnerId));
            if (content.isEmpty()) {
                copy.remove(key.variant());
            } else {
                copy.put(key.variant(), content);
            }
        });
    }

    /** The sink learns how it ended. What surely wasn't sent changes nothing. */
    void learns(ScriptedDelivery.Sent sent, Outcome outcome) {
        boolean accepted = outcome.result() == Outcome.Result.ACCEPTED;
        each(sent, (key, content) -> {
            if (accepted && !repeats) {
                answered.put(key, content);
            } else if (outcome.received()) {
                answered.remove(key);
            }
        });
    }

    void assertHaveWhatTheyShould() {
        world.partners.forEach((id, partner) -> {
            assertThat(copies.get(id)).as("copy of %s", id).isEqualTo(world.wanted(partner));
            assertThat(Objects.requireNonNull(whoDropKnownIds.get(id)).copy())
                    .as("copy of %s, which drops messages by their ids", id)
                    .isEqualTo(world.wanted(partner));
        });
    }

    private static void each(ScriptedDelivery.Sent sent, BiConsumer<Key, String> record) {
        String partnerId = sent.endpoint().partnerId();
        Records records = sent.records();
        records.variants().forEach((variant, json) -> record.accept(new Key(partnerId, variant), json));
        records.removed().forEach(variant -> record.accept(new Key(partnerId, variant), ""));
    }

    /** The earliest versions with this content that come after one of these. */
    private List<Version> after(List<Version> before, Key key, String content) {
        List<Version> found = new ArrayList<>();
        for (int records = 0; records <= world.records(); records++) {
            for (int revision = 0; revision <= world.revisions(); revision++) {
                Version version = new Version(records, revision);
                if (before.stream().anyMatch(version::comesAfter)
                        && found.stream().noneMatch(version::comesAfter)
                        && content.equals(view(key, version))) {
                    found.add(version);
                }
            }
        }
        return found;
    }

    private @Nullable String view(Key key, Version at) {
        return views.computeIfAbsent(key, none -> new HashMap<>())
                .computeIfAbsent(at, none -> world.view(key.partnerId(), key.variant(), at.records(), at.revision()));
    }
}

package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.Intent;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a partner's variants besides their marks: which of them are under an intent, in flight or waiting in a
 * message for the next attempt, and how far marks for all scopes have been examined. Not thread-safe: its {@link DueQueue}
 * confines it.
 */
final class VariantStates {

    private static final long NEVER = Long.MIN_VALUE;

    /** At most one of {@code inFlight} and {@code waitsSince} is set. */
    private static final class State {

        private @Nullable InFlightMessage inFlight;
        private boolean changedInFlight;
        private long waitsSince = NEVER;
        private boolean anew;
        private @Nullable ScopedVariant reached;
        private boolean changedSinceReached;

        boolean isInFlight() {
            return inFlight != null;
        }

        boolean isWaiting() {
            return waitsSince != NEVER;
        }

        boolean isUnderIntent() {
            return isInFlight() || isWaiting();
        }

        void changeInFlight() {
            if (inFlight != null) {
                changedInFlight = true;
                inFlight.outdate();
            }
        }

        boolean saysNothing() {
            return !isUnderIntent() && !anew && reached == null && !changedSinceReached;
        }
    }

    private final NavigableMap<ScopedVariant, State> states = new TreeMap<>();

    private boolean is(ScopedVariant variant, Predicate<State> fact) {
        State known = states.get(variant);
        return known != null && fact.test(known);
    }

    private State of(ScopedVariant variant) {
        return states.computeIfAbsent(variant, unknown -> new State());
    }

    private void ifKnown(ScopedVariant variant, Consumer<State> change) {
        State known = states.get(variant);
        if (known != null) {
            change.accept(known);
            if (known.saysNothing()) {
                states.remove(variant);
            }
        }
    }

    // Under an intent

    void putInFlight(ScopedVariant variant, InFlightMessage inFlight) {
        of(variant).inFlight = inFlight;
    }

    /** The variants of a message wait in it for its next attempt. */
    void waits(Intent intent) {
        intent.variants().forEach(variant -> of(variant).waitsSince = intent.number());
    }

    /** A message is about to be made anew. */
    void waitsNoLonger(Intent intent) {
        intent.variants().forEach(variant -> ifKnown(variant, known -> known.waitsSince = NEVER));
    }

    boolean isInFlight(ScopedVariant variant) {
        return is(variant, State::isInFlight);
    }

    /** Whether the variant waits in a message for its next attempt. */
    boolean isWaiting(ScopedVariant variant) {
        return is(variant, State::isWaiting);
    }

    /** Whether the variant is in flight, or waits in a message for its next attempt. */
    boolean isUnderIntent(ScopedVariant variant) {
        return is(variant, State::isUnderIntent);
    }

    /** Whether the message with the variant was formed at this time or later. */
    boolean isUnderIntentSince(ScopedVariant variant, long time) {
        return is(variant, known -> (known.inFlight == null ? known.waitsSince : known.inFlight.since()) >= time);
    }

    /** What is in flight is out of date, and is not sent if that hasn't begun yet. */
    void changeInFlight(ScopedVariant variant) {
        ifKnown(variant, State::changeInFlight);
    }

    /**
     * A company's entry has changed: a message in flight carries the previous state, and must not be the last one.
     *
     * @return whether any of its scopes is in flight or waits to be sent again
     */
    boolean changeAll(ScopedVariant ofAll) {
        Collection<State> scopes = ofAll.allIn(states).values();
        scopes.forEach(State::changeInFlight);
        return scopes.stream().anyMatch(State::isUnderIntent);
    }

    /** What is in flight is examined again when its outcome is known. */
    void examineOnceEnded(ScopedVariant variant) {
        ifKnown(variant, known -> known.changedInFlight = known.isInFlight());
    }

    boolean hasChangedInFlight(ScopedVariant variant) {
        return is(variant, known -> known.changedInFlight);
    }

    /** Returns whether the variant changed again while it was in flight. */
    boolean ended(ScopedVariant variant) {
        boolean changed = hasChangedInFlight(variant);
        ifKnown(variant, known -> {
            known.inFlight = null;
            known.changedInFlight = false;
        });
        return changed;
    }

    /** If a variant under an intent isn't accepted, it is sent again, even if the partner has it. */
    void resendUnlessAccepted(ScopedVariant variant) {
        of(variant).anew = true;
    }

    boolean isResentUnlessAccepted(ScopedVariant variant) {
        return is(variant, known -> known.anew);
    }

    /** The variant's message was accepted, or is in doubt from now on. */
    void settled(ScopedVariant variant) {
        ifKnown(variant, known -> known.anew = false);
    }

    // Marks for all scopes

    /** How far a mark for all scopes has been examined, null if that hasn't begun. */
    @Nullable
    ScopedVariant reached(ScopedVariant ofAll) {
        State known = states.get(ofAll);
        return known == null ? null : known.reached;
    }

    /** Records how far a mark for all scopes has been examined. */
    void reached(ScopedVariant ofAll, ScopedVariant scope) {
        of(ofAll).reached = scope;
    }

    /** A mark was made, or made again. */
    void marked(ScopedVariant variant) {
        ifKnown(variant, known -> known.changedSinceReached |= known.reached != null);
    }

    /** All scopes of a mark have been examined; returns whether it was made again meanwhile. */
    boolean reachedEnd(ScopedVariant ofAll) {
        boolean changed = is(ofAll, known -> known.changedSinceReached);
        ifKnown(ofAll, known -> {
            known.reached = null;
            known.changedSinceReached = false;
        });
        return changed;
    }
}

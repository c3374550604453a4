package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.catalog.ScopedVariant;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How far a task has read the topics, and what it knows from them. */
final class TopicReader {

    /** The state of a record that a partner shouldn't have. */
    private static final String NONE = "none";

    private final Topics topics;
    private TopicContents known = new TopicContents();
    private int read;
    private int applied;
    private int committed;

    TopicReader(Topics topics) {
        this.topics = topics;
    }

    /** The next record, null if there is none. After a crash, it may be one that the task's state already contains. */
    @Nullable
    TopicRecord next() {
        if (read == topics.size()) {
            return null;
        }
        TopicRecord record = topics.get(read);
        if (read >= applied) {
            known.add(record);
            applied = read + 1;
        }
        read++;
        return record;
    }

    void commit() {
        committed = read;
    }

    /**
     * Reads again from the last commit.
     *
     * @param entries offset of the last entry that the task's state contains
     * @param listings the same for listings
     */
    void rewind(long entries, long listings) {
        read = committed;
        applied = read;
        while (applied < topics.size()
                && topics.get(applied).offset() <= (topics.get(applied).isEntry() ? entries : listings)) {
            applied++;
        }
        known = topics.contents(applied);
    }

    /** Fails unless what is sent is the newest state that the task has read, never a superseded one (D26). */
    void checkNewest(ScriptedDelivery.Sent sent, Subscriptions subscriptions) {
        Subscriber subscriber =
                Objects.requireNonNull(subscriptions.of(sent.endpoint().partnerId()), "no webhooks go to this partner");
        assertThat(sent.endpoint()).isEqualTo(subscriber.endpoint());
        sent.records()
                .variants()
                .forEach((variant, json) ->
                        assertThat(json).isIn(states(variant, subscriber)).isNotEqualTo(NONE));
        assertThat(sent.records().removed())
                .allSatisfy(variant -> assertThat(states(variant, subscriber)).contains(NONE));
    }

    /**
     * A partner's record according to what was read last; if a crash came in the middle of a record, also according to
     * that one.
     */
    private Set<String> states(ScopedVariant variant, Subscriber subscriber) {
        Set<String> states = new HashSet<>();
        states.add(state(known, variant, subscriber));
        if (applied < topics.size()) {
            states.add(state(topics.contents(applied + 1), variant, subscriber));
        }
        return states;
    }

    private static String state(TopicContents contents, ScopedVariant variant, Subscriber subscriber) {
        String json = contents.wanted(variant, subscriber.configuration(variant), subscriber.content());
        return json == null ? NONE : json;
    }
}

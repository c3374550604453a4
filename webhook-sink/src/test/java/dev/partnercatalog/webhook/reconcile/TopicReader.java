package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How far a task has read the topics, and what it knows from them. */
final class TopicReader {

    /** The state of a record that a partner shouldn't have. */
    private static final String NONE = "none";

    private final Topics topics;
    private TopicContents known = new TopicContents();
    private int read;
    private int keptEntries;
    private int keptListings;
    private int committed;

    TopicReader(Topics topics) {
        this.topics = topics;
    }

    /** The next record, null if there is none. After a crash, it may be one that the task has already. */
    @Nullable
    TopicRecord next() {
        if (read == topics.size()) {
            return null;
        }
        TopicRecord record = topics.get(read);
        if (read >= (record.isEntry() ? keptEntries : keptListings)) {
            known.add(record);
        }
        read++;
        return record;
    }

    void commit() {
        committed = read;
    }

    /** Reads again from the last commit, with a catalog that holds the first records of each topic. */
    void rewind(int entries, int listings) {
        read = committed;
        keptEntries = entries;
        keptListings = listings;
        known = topics.contents(entries, listings);
    }

    /** Whether everything that was published was read. */
    boolean isAtEnd() {
        return read == topics.size();
    }

    /** The number of records read, of both topics together. */
    int read() {
        return read;
    }

    /** The number of records that were read when the task last committed. */
    int committed() {
        return committed;
    }

    /** Fails unless what is sent is the newest state that the task has read, never a superseded one (D26). */
    void checkNewest(ScriptedDelivery.Sent sent, Subscriptions subscriptions) {
        Subscriber subscriber =
                Objects.requireNonNull(subscriptions.of(sent.endpoint().partnerId()), "no webhooks go to this partner");
        assertThat(sent.endpoint()).isEqualTo(subscriber.endpoint());
        sent.records()
                .variants()
                .forEach((variant, json) -> assertThat(json)
                        .isEqualTo(state(known, variant, subscriber))
                        .isNotEqualTo(NONE));
        assertThat(sent.records().removed())
                .allSatisfy(
                        variant -> assertThat(state(known, variant, subscriber)).isEqualTo(NONE));
    }

    private static String state(TopicContents contents, ScopedVariant variant, Subscriber subscriber) {
        String json = contents.wanted(variant, subscriber.configuration(variant));
        return json == null ? NONE : json;
    }
}

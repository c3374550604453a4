package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.WrongTopicException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the resolver when an input topic is no longer the one that it began to read. Upstream owns these topics. In one
 * that was made anew, the group's positions say nothing. In one with more partitions, keys are in other partitions than
 * their older events, which a newer one must not overtake.
 *
 * <p>What the topics were is noted in {@code inputs-read}, with the topic as the key and {@link Form#toString} as the
 * value. A start accepts a topic that was made anew if the group has no positions in it, and partitions that were added
 * when nothing was unread.
 */
final class InputTopics implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(InputTopics.class);
    private static final Duration INTERVAL = Duration.ofSeconds(20);
    private static final Duration DISCONNECT = Duration.ofSeconds(1);
    private static final String RUNBOOK = "docs/operators/upgrades.md#input-topics-that-change";

    /**
     * What a topic is.
     *
     * @param id a topic that is made anew has another one
     * @param partitions how many there are
     */
    record Form(Uuid id, int partitions) {

        private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9_-]{22}) (\\d{1,9})");

        /** Reads {@link #toString}; null if it is something else. */
        static @Nullable Form parse(@Nullable String text) {
            Matcher form = TEXT.matcher(text == null ? "" : text);
            return form.matches() ? new Form(Uuid.fromString(form.group(1)), Integer.parseInt(form.group(2))) : null;
        }

        /** The id as the brokers show it and the number of partitions, such as {@code UGVtcmV4LXVuaXF1ZS1pZA 12}. */
        @Override
        public String toString() {
            return id + " " + partitions;
        }
    }

    /** What the resolvers have read, as asked of a topic that has changed. */
    interface Reading {

        /** Whether they have a position in one of the first partitions of a topic. */
        boolean hasBegun(String topic, int partitions);

        /** Whether there are records in the first partitions of a topic that they haven't read. */
        boolean hasUnread(String topic, int partitions);
    }

    private final Admin admin;
    private final Map<String, Form> forms;
    private final PeriodicTask comparing;
    private volatile boolean changed;

    private InputTopics(Admin admin, TopicAdmin topics, Map<String, Form> forms, Runnable stop) {
        this.admin = admin;
        this.forms = forms;
        this.comparing = new PeriodicTask("input-topics", INTERVAL, () -> compare(topics, stop));
    }

    /** Prepares it to stop the resolver if the topics are no longer what they were. */
    static InputTopics watch(KafkaSettings kafka, Map<String, Form> forms, Runnable stop) {
        Admin admin = Admin.create(kafka.properties());
        return new InputTopics(admin, new TopicAdmin(admin, kafka.topics()), forms, stop);
    }

    /** What topics are now. */
    static Map<String, Form> forms(TopicAdmin topics, Set<String> names) {
        Map<String, Form> forms = new TreeMap<>();
        topics.describe(names)
                .forEach((name, topic) -> forms.put(
                        name, new Form(topic.topicId(), topic.partitions().size())));
        return forms;
    }

    /**
     * Compares topics with what they were.
     *
     * @param noted by topic; what isn't a form counts as missing
     * @throws WrongTopicException if one can't be read on
     */
    static void requireReadable(Map<String, String> noted, Map<String, Form> now, Reading reading) {
        now.forEach((topic, form) -> {
            Form before = Form.parse(noted.get(topic));
            if (before == null || before.equals(form)) {
                return;
            }
            String change = change(topic, before, form);
            boolean anew = !form.id().equals(before.id());
            if (anew
                    ? reading.hasBegun(topic, Math.max(before.partitions(), form.partitions()))
                    : reading.hasUnread(topic, before.partitions())) {
                throw new WrongTopicException(change
                        + (anew
                                ? ", and the positions of the resolvers are those in the old one"
                                : ", and there are unread records in those that it had")
                        + ": see " + RUNBOOK);
            }
            if (anew) {
                LOG.warn(
                        "{}: it is read from its beginning. What only the old one had may still be served and sent,"
                                + " until a deletion of it is published",
                        change);
            } else {
                LOG.info("{}; nothing was unread", change);
            }
        });
    }

    private static String change(String topic, Form before, Form now) {
        return now.id().equals(before.id())
                ? "topic " + topic + " has " + now.partitions() + " partitions, and had " + before.partitions()
                : "topic " + topic + " was deleted and made anew";
    }

    /** Compares the topics with what they were; the brokers may be away. */
    private void compare(TopicAdmin topics, Runnable stop) {
        if (changed) {
            return;
        }
        try {
            for (Map.Entry<String, Form> now : forms(topics, forms.keySet()).entrySet()) {
                Form before = Objects.requireNonNull(forms.get(now.getKey()));
                if (!before.equals(now.getValue())) {
                    LOG.error(
                            "{}: streams-app stops, so that no key's events are applied out of order: see {}",
                            change(now.getKey(), before, now.getValue()),
                            RUNBOOK);
                    stop.run();
                    changed = true;
                    return;
                }
            }
        } catch (BrokerUnavailableException e) {
            LOG.debug("can't find out now whether input topics have changed", e);
        }
    }

    void start() {
        comparing.start();
    }

    /** Whether a topic has changed, and the resolver was stopped. */
    boolean haveChanged() {
        return changed;
    }

    @Override
    public void close() {
        comparing.close();
        admin.close(DISCONNECT);
    }
}

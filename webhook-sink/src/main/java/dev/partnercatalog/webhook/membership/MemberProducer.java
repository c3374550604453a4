package dev.partnercatalog.webhook.membership;

import dev.partnercatalog.runtime.quarantine.SourcedProducer;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream thread's producer. Kafka Streams flushes it first when it commits, and then notes how far the changelogs are
 * what the local stores hold. Where another member has written to a changelog meanwhile, that isn't so: a local store
 * would be taken for newer than what its successor wrote, and never get it. So a flush fails unless the thread is a
 * member still; the commit then fails with it, and the tasks are closed as those of a member that lost them.
 */
final class MemberProducer extends SourcedProducer {

    private final Supplier<@Nullable MemberConsumer> member;

    /** @param member of the thread that asks, null where it is no stream thread */
    MemberProducer(Map<String, Object> properties, Supplier<@Nullable MemberConsumer> member) {
        super(properties);
        this.member = member;
    }

    /**
     * @throws org.apache.kafka.streams.errors.TaskMigratedException where the group has gone on without this thread
     * @throws org.apache.kafka.common.errors.TimeoutException where the group doesn't say whether it has
     */
    @Override
    public void flush() {
        super.flush();
        MemberConsumer asking = member.get();
        if (asking != null) {
            asking.requireHeld();
        }
    }
}

package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.RawReceiver.BrokenPromise;
import dev.partnercatalog.standalone.RawReceiver.Reaction;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What is between, under and around a cluster's processes; by default nothing that gets in their way. */
interface Surroundings {

    /** How many brokers there are. */
    default int brokers() {
        return 1;
    }

    /** Called before an instance is started for the first time. */
    default void surround(ApplicationProcess instance) throws IOException, InterruptedException {}

    /** The reaction to the next webhook. */
    default Reaction reaction() {
        return Reaction.TAKE;
    }

    /** Whether a broken promise is more than what these surroundings account for. */
    default boolean isFault(BrokenPromise broken) {
        return true;
    }

    /** Timestamp of upstream's next event, in milliseconds since 1970; null for the time at which it is published. */
    default @Nullable Long timestamp() {
        return null;
    }
}

package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.RawReceiver;
import dev.partnercatalog.standalone.RawReceiver.Reaction;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What is between a cluster's processes, under them, and around them; by default nothing that gets in their way. */
interface Surroundings {

    default Brokers startBrokers(Path folder) throws IOException {
        return BrokerProcess.start(folder);
    }

    /** Where applications find the registry. */
    default URI registry(RegistryServer server) throws IOException {
        return server.url();
    }

    /** Called before an instance is started for the first time. */
    default void surround(ApplicationProcess instance) throws IOException, InterruptedException {}

    /** What comes of the next webhook. */
    default Reaction reaction() {
        return Reaction.TAKE;
    }

    /** Whether a promise that was broken is more than what these surroundings account for. */
    default boolean isFault(RawReceiver.Fault broken) {
        return true;
    }

    /** Of the next event of upstream, in milliseconds since 1970; null for the time at which it is published. */
    default @Nullable Long timestamp() {
        return null;
    }
}

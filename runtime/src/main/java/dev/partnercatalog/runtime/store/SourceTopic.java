package dev.partnercatalog.runtime.store;

import java.time.Duration;
import org.apache.kafka.common.Uuid;

/**
 * The topic that a store is made from, as it was found at the start.
 *
 * @param id which the brokers gave it; another topic of the same name has another one
 * @param deletionsKept how long deletions can be read in it, before anything corrected that
 */
public record SourceTopic(Uuid id, Duration deletionsKept) {}

package dev.partnercatalog.query.peer;

import dev.partnercatalog.query.table.HeldPartition;
import java.util.List;

/** What an instance tells whoever runs it. Thread-safe. */
public interface Probes {

    /** Whether it should get requests; a rolling restart may go on with the next instance once it should. */
    boolean isReady();

    /** Whether anything but a restart may help it. */
    boolean isLive();

    /** What it measures, in Prometheus' text format. */
    String metrics();

    /** The partitions that it holds. */
    List<HeldPartition> held();
}

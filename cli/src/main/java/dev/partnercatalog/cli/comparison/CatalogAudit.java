package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.cli.topic.ResolverProgress;
import dev.partnercatalog.records.RepairStep;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Finds what the resolver's stores and topics hold and no input accounts for, what the inputs say and they lack, and
 * what differs; and has the resolver repair it. Not thread-safe.
 *
 * <p>Two comparisons follow each other: what the resolver holds with the inputs, and its topics with what it holds.
 * Upstream may publish meanwhile.
 *
 * <p>Its methods throw {@link dev.partnercatalog.cli.output.OperatorFault} or
 * {@link dev.partnercatalog.schemas.topic.BrokerUnavailableException} if the brokers refuse or {@code streams-app} makes
 * no progress, and {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if the registry doesn't
 * answer.
 */
public final class CatalogAudit implements AutoCloseable {

    private final SchemaRegistry registry;
    private final CatalogLogs logs;
    private final TableComparison held;
    private final TableComparison served;
    private final Runnable resolved;

    /**
     * Reads nothing yet.
     *
     * @param behind receives how many records the resolver has yet to process, whenever that is waited for
     */
    public CatalogAudit(KafkaSettings kafka, SchemaRegistry registry, LongConsumer behind) {
        this.registry = registry;
        logs = new CatalogLogs(kafka, registry);
        ResolverProgress progress = new ResolverProgress(logs.admin(), kafka);
        resolved = () -> progress.awaitResolved(behind);
        held = new TableComparison(new Inputs(logs), new Stores(logs), true, resolved);
        served = new TableComparison(new ServedTables(logs), new ExpectedTables(logs), false, () -> {});
    }

    /** Finds what is not as it should be, and changes nothing. */
    public AuditReport find() {
        TableComparison.Suspects ofHeld = held.suspects();
        TableComparison.Suspects ofServed = served.suspects();
        Set<Finding> found = new TreeSet<>(held.findings(ofHeld.rows()));
        found.addAll(served.findings(ofServed.rows()));
        return new AuditReport(List.copyOf(found), List.of(), ofHeld.areAll() && ofServed.areAll());
    }

    /**
     * Has the resolver repair what it can of a report, and looks at it again.
     *
     * @return the same report, with what is repaired
     */
    public AuditReport repair(AuditReport report) {
        List<Finding> repairable =
                report.findings().stream().filter(Finding::isRepairable).toList();
        if (repairable.isEmpty()) {
            return report;
        }
        try (RepairSteps steps = new RepairSteps(logs, registry)) {
            steps.send(RepairStep.LOOK, repairable.stream().map(Finding::row).toList());
            resolved.run();
            // What was published before the resolver looked, the inputs hold by now; what comes later ends the doubt.
            List<Row> ghosts = repairable.stream()
                    .map(Finding::row)
                    .filter(row -> row.topic().isInput())
                    .toList();
            Set<Row> published = held.inFirst(hashes(ghosts));
            List<Row> unaccounted = new ArrayList<>(ghosts);
            unaccounted.removeAll(published);
            steps.send(RepairStep.REMOVE, unaccounted);
            resolved.run();
        }
        Set<Row> wrong = new HashSet<>();
        Set<Long> rows = hashes(repairable.stream().map(Finding::row).toList());
        held.findings(rows).forEach(finding -> wrong.add(finding.row()));
        served.findings(rows).forEach(finding -> wrong.add(finding.row()));
        return new AuditReport(
                report.findings(),
                repairable.stream()
                        .filter(finding -> !wrong.contains(finding.row()))
                        .toList(),
                report.areAll());
    }

    private static Set<Long> hashes(List<Row> rows) {
        return rows.stream().map(Row::hash).collect(Collectors.toSet());
    }

    @Override
    public void close() {
        logs.close();
    }
}

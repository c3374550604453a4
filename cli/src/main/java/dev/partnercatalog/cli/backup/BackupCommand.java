package dev.partnercatalog.cli.backup;

import dev.partnercatalog.cli.backup.BackupFile.Entry;
import dev.partnercatalog.cli.backup.BackupFile.Kind;
import dev.partnercatalog.cli.backup.RestoreCommand.RecordedPartners;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog backup}. */
@Command(
        name = "backup",
        description = {
            "Write partners, clients and signing keys to a file: what upstream can't publish again.",
            "The applications may keep running. The file has secrets as the topics do, hashed or encrypted; the master"
                    + " key isn't in it, and the file can't be restored under another one. Exit status 1 also if"
                    + " records can't be read; these are left out."
        })
public final class BackupCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE",
            description = "The file to create, readable only by its owner; an existing file is never overwritten.")
    private Path file = Path.of("");

    @Mixin
    private MasterKeyOption secrets = new MasterKeyOption();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Override
    public Integer call() {
        MasterKey masterKey = secrets.read();
        connection.brokers().masterKey().require(masterKey);
        List<Entry> entries = new ArrayList<>();
        List<UnreadableRecord> unreadable = new ArrayList<>();
        try (OpenTopics topics = connection.open()) {
            for (Kind kind : List.of(Kind.SIGNING_KEY, Kind.CLIENT)) {
                TopicTable<?> table = kind.read(topics);
                table.records().forEach((id, record) -> entries.add(new Entry(kind, id, record)));
                unreadable.addAll(table.unreadable());
            }
            RecordedPartners recorded = new RecordedPartners(topics);
            recorded.read();
            recorded.partners().all().forEach((id, partner) -> entries.add(new Entry(Kind.PARTNER, id, partner)));
        }
        BackupFile.write(file, entries, masterKey);
        for (Kind kind : Kind.values()) {
            long count = entries.stream().filter(entry -> entry.kind() == kind).count();
            spec.commandLine().getOut().println(kind.plural() + " saved: " + count);
        }
        CommandOutput.printOmitted(unreadable, spec);
        return unreadable.isEmpty() ? 0 : 1;
    }
}

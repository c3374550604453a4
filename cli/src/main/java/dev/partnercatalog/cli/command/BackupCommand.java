package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.backup.Backup;
import dev.partnercatalog.operations.backup.BackupManifest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog backup}. */
@Command(
        name = "backup",
        description = {
            "Write what can't be rebuilt from upstream to a file: partners, clients, keys, what partners have.",
            "The applications may keep running. It contains secrets as the topics do, hashed or encrypted; the master"
                    + " key isn't in it, and the file can't be restored under another one. Exit status 1 also if"
                    + " the newest records of keys can't be read; these are left out."
        },
        subcommands = BackupVerifyCommand.class)
public final class BackupCommand implements Callable<Integer> {

    private static final int LEFT_OUT = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "The file to create, readable only by its owner; an existing file is never overwritten.")
    private @Nullable Path file;

    @Mixin
    private ReportOutput output = new ReportOutput();

    @Mixin
    private MasterKeyOption secrets = new MasterKeyOption();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Override
    public Integer call() {
        if (file == null) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'FILE'");
        }
        BackupManifest manifest = new Backup(connection.kafka(), connection.registry()).write(file, secrets.read());
        output.print(manifest.report(null));
        long leftOut = manifest.parts().stream()
                .mapToLong(BackupManifest.Part::unreadable)
                .sum();
        if (leftOut > 0) {
            spec.commandLine()
                    .getErr()
                    .println("catalog: the backup lacks " + Quantity.of(leftOut, "record") + " that can't be read");
        }
        return leftOut > 0 ? LEFT_OUT : 0;
    }
}

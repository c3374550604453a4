package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.backup.Backup;
import dev.partnercatalog.operations.backup.BackupManifest;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./catalog backup verify}. */
@Command(
        name = "verify",
        description = {
            "Read a whole backup, and check each record and the checksum.",
            "Needs neither Kafka nor the registry."
        },
        footer = {"", "Exit status: 0 it can be restored, 1 it can't, 2 wrong usage."})
final class BackupVerifyCommand implements Runnable {

    @Mixin
    private ReportOutput output = new ReportOutput();

    @Parameters(paramLabel = "FILE", description = "The backup.")
    private Path file = Path.of("");

    @Option(
            names = "--secrets",
            paramLabel = "FILE",
            defaultValue = "${env:CATALOG_SECRETS}",
            description = {
                "The master key; also checks that the backup was made with it.",
                "$CATALOG_SECRETS, by default none: then this isn't checked"
            })
    private @Nullable Path secrets;

    @Override
    public void run() {
        MasterKey key = secrets == null ? null : MasterKey.load(secrets);
        BackupManifest manifest = Backup.verify(file, key);
        output.print(manifest.report(file + " is intact"
                + (key == null
                        ? "; whether it was made under your master key isn't checked without --secrets"
                        : ", and was made under the master key in " + key.file())));
    }
}

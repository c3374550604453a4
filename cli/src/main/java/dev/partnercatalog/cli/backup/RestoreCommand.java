package dev.partnercatalog.cli.backup;

import dev.partnercatalog.cli.backup.BackupFile.Kind;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog restore}. */
@Command(
        name = "restore",
        description = {
            "Restore partners, clients and signing keys from a backup.",
            "streams-app must be running: it writes the partners. The whole file is checked before anything is written."
                    + " What is there in another form than in the backup stays, is named, and makes the exit status 1;"
                    + " the command can be repeated."
        })
public final class RestoreCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(RestoreCommand.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The backup.")
    private Path file = Path.of("");

    @Option(names = "--replace", description = "Replace what is there in another form than in the backup.")
    private boolean replace;

    @Mixin
    private MasterKeyOption secrets = new MasterKeyOption();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Override
    public Integer call() {
        Restore.Result result =
                new Restore(connection.kafka(), connection.registry(), replace).run(file, secrets.read());
        LOG.info("restored {} from {}; left as they are: {}", result.restored(), file, result.different());
        PrintWriter out = spec.commandLine().getOut();
        for (Kind kind : Kind.values()) {
            out.println(
                    kind.plural() + " as in the backup: " + result.restored().getOrDefault(kind, 0));
        }
        PrintWriter err = spec.commandLine().getErr();
        result.different().forEach(name -> err.println("catalog: other than in the backup, " + name));
        if (!result.different().isEmpty()) {
            err.println("catalog: these are left as they are; --replace replaces them");
        }
        return result.different().isEmpty() ? 0 : 1;
    }
}

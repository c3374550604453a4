package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.CommandProvider;
import dev.partnercatalog.cli.application.ProgramLog;
import dev.partnercatalog.cli.options.DefaultPaths;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog standalone}. */
@Command(
        name = "standalone",
        description = {
            "Run everything on this machine: Kafka, the schema registry, the three applications and the console.",
            "All of it listens on 127.0.0.1 only. When it is ready, it prints all addresses on standard output as one"
                    + " line of JSON; the log goes to standard error. Stops on SIGTERM and Ctrl-C. Port 0 chooses a"
                    + " free one."
        })
public final class StandaloneCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = {
                "Folder for all data, including the operator's master key. Only its owner has access to the data.",
                "By default the data is deleted when the command ends."
            })
    private @Nullable Path dataFolder;

    @Mixin
    private StandalonePorts ports = new StandalonePorts();

    @Option(
            names = "--environment",
            paramLabel = "production|staging",
            defaultValue = "production",
            description = "staging also serves a Postman collection; default ${DEFAULT-VALUE}")
    private Environment environment = Environment.PRODUCTION;

    @Option(
            names = "--allow-private-webhooks",
            description = "Allow webhooks to private and loopback addresses and over plain HTTP.")
    private boolean allowPrivateWebhooks;

    @Mixin
    private ProgramLog.Options log = new ProgramLog.Options();

    @Override
    public Integer call() throws IOException, InterruptedException {
        log.startLogging();
        RunningParts.untilProcessEnds(parts -> {
            Standalone standalone = Standalone.start(settings(), parts);
            PrintWriter out = spec.commandLine().getOut();
            out.println(readyLine(standalone));
            out.flush();
        });
        return 0;
    }

    private StandaloneSettings settings() {
        return new StandaloneSettings(
                dataFolder,
                // The commands' default, so that they work with a standalone that was started without options.
                dataFolder == null ? DefaultPaths.masterKey() : null,
                ports,
                environment,
                allowPrivateWebhooks);
    }

    private static String readyLine(Standalone standalone) {
        ObjectNode line = JsonNodeFactory.instance.objectNode().put("event", "ready");
        standalone.addresses().forEach(line::put);
        return line.toString();
    }

    /** Adds the command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public Class<?> command() {
            return StandaloneCommand.class;
        }
    }
}

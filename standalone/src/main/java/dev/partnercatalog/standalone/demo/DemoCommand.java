package dev.partnercatalog.standalone.demo;

import dev.partnercatalog.cli.CommandProvider;
import dev.partnercatalog.cli.application.ProgramLog;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.standalone.RunningParts;
import dev.partnercatalog.standalone.StandaloneSettings;
import dev.partnercatalog.standalone.embedded.LoopbackPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./catalog demo}. */
@Command(
        name = "demo",
        description = {
            "Run everything on this machine with a small made-up catalog, and show it in a guided tour.",
            "A partner's webhook receiver also runs, and prints what it receives. Ctrl-C stops it all and deletes its"
                    + " data."
        })
public final class DemoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException, IOException {
        ProgramLog.onlyWarnings();
        PrintWriter out = spec.commandLine().getOut();
        RunningParts.untilProcessEnds(parts -> Demo.start(settings(), parts, out));
        return 0;
    }

    private static StandaloneSettings settings() {
        return new StandaloneSettings(
                null,
                null,
                StandaloneSettings.registryHomeOfLauncher(),
                freePort(StandaloneSettings.DEFAULT_HTTP_PORT),
                freePort(StandaloneSettings.DEFAULT_AUTH_PORT),
                freePort(StandaloneSettings.DEFAULT_KAFKA_PORT),
                freePort(StandaloneSettings.DEFAULT_REGISTRY_PORT),
                freePort(StandaloneSettings.DEFAULT_CONSOLE_PORT),
                Environment.STAGING,
                true);
    }

    private static int freePort(int wanted) {
        return LoopbackPort.isFree(wanted) ? wanted : 0;
    }

    /** Adds the command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public Class<?> command() {
            return DemoCommand.class;
        }
    }
}

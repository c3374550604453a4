package dev.partnercatalog.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** The program's commands in its help, by what people want to do. */
final class CommandGroups implements IHelpSectionRenderer {

    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Everyday", List.of("publish", "validate", "explain", "dead-letters"));
        GROUPS.put("Partners", List.of("client", "webhooks", "listen", "signing-key"));
        GROUPS.put(
                "Run",
                List.of(
                        "demo",
                        "standalone",
                        "streams-app",
                        "query-api",
                        "webhook-sink",
                        "console",
                        "backup",
                        "restore",
                        "generate-completion"));
    }

    @Override
    public String render(Help help) {
        Map<String, CommandLine> commands = help.commandSpec().subcommands();
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((title, names) -> {
            Map<String, String> group = new LinkedHashMap<>();
            for (String name : names) {
                CommandLine command = commands.get(name);
                if (command != null) {
                    group.put(name, command.getCommandSpec().usageMessage().description()[0]);
                }
            }
            text.append(String.format("%n%s:%n", title)).append(help.createTextTable(group));
        });
        return text.toString();
    }

    /** The commands that no group names; a test holds that there is none. */
    static Set<String> ungrouped(CommandLine program) {
        Set<String> left = new TreeSet<>(program.getSubcommands().keySet());
        GROUPS.values().forEach(left::removeAll);
        return left;
    }
}

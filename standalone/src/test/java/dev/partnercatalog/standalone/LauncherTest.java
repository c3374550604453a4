package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./catalog} says if it can't run, and what it runs. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("../catalog").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private record Outcome(int status, String output, String errors) {
        String refusal() {
            assertThat(status).isEqualTo(1);
            assertThat(output).isEmpty();
            return errors;
        }
    }

    @Test
    void a_java_home_without_java_is_named() throws Exception {
        Outcome outcome = run(SCRIPT, folder);
        assertThat(outcome.refusal())
                .startsWith("catalog: JAVA_HOME is " + folder)
                .contains("JDK 17");
    }

    @Test
    void a_java_that_is_too_old_is_named_without_starting_it() throws Exception {
        Outcome outcome = run(SCRIPT, javaHome("11.0.2"));
        assertThat(outcome.refusal()).contains("is Java 11").contains("JDK 17");
    }

    @Test
    void a_java_that_can_not_compile_is_named_before_the_build() throws Exception {
        // A copy, as in a source tree that isn't built.
        Path script = Files.copy(SCRIPT, folder.resolve("catalog"));
        Path link = Files.createSymbolicLink(folder.resolve("a link"), script);
        Outcome outcome = run(link, javaHome("17.0.2"));
        assertThat(outcome.refusal()).contains("has no compiler");
    }

    @Test
    void class_data_is_used_by_the_java_that_it_was_made_for_alone() throws Exception {
        Path script = builtTree("a built tree");
        Path madeFor = javaHome("17.0.2", "echo \"$@\"");
        Path archive = Files.createFile(Files.createDirectories(
                        script.resolveSibling("standalone/target/launcher").resolve("shared-" + nameOf(madeFor)))
                .resolve("program.jsa"));
        assertThat(run(script, madeFor).output())
                .contains("-XX:SharedArchiveFile=" + archive.toRealPath())
                .endsWith("dev.partnercatalog.cli.Catalog --help\n");
        Outcome other = run(script, javaHome("17.0.3", "echo \"$@\""));
        assertThat(other.status()).isZero();
        assertThat(other.output())
                .doesNotContain("SharedArchiveFile")
                .endsWith("dev.partnercatalog.cli.Catalog --help\n");
    }

    @Test
    void a_copy_of_a_built_tree_runs_nothing_of_the_other() throws Exception {
        Path script = builtTree("a built tree");
        Path copied = folder.resolve("a copy");
        Files.move(script.getParent(), copied);
        Outcome outcome = run(copied.resolve("catalog"), javaHome("17.0.2"));
        assertThat(outcome.refusal()).contains("has no compiler");
    }

    @Test
    void a_log_that_java_tool_options_asks_for_is_not_silenced() throws Exception {
        Path script = builtTree("a built tree");
        Path java = javaHome("17.0.2", "echo \"$JAVA_TOOL_OPTIONS|$@\"");
        Outcome asked = run(script, java, Map.of("JAVA_TOOL_OPTIONS", "-Xlog:gc"));
        assertThat(asked.output())
                .startsWith("-Xlog:disable -Xlog:all=warning,cds*=off:stderr -Xlog:gc|")
                .doesNotContain("|-Xlog")
                .doesNotContain(" -Xlog:disable ");
        assertThat(run(script, java).output()).startsWith("|").contains(" -Xlog:disable ");
    }

    @Test
    void a_collector_that_is_asked_for_replaces_the_launchers_own() throws Exception {
        Path script = builtTree("a built tree");
        Path java = javaHome("17.0.2", "echo \"$@\"");
        for (String variable : List.of("CATALOG_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
            Outcome asked = run(script, java, Map.of(variable, "-Xmx1g -XX:+UseZGC"));
            assertThat(asked.output()).as(variable).contains("-Xmx512m").doesNotContain("UseSerialGC");
        }
        assertThat(run(script, java, Map.of("CATALOG_JAVA_OPTIONS", "-XX:+UseGCOverheadLimit"))
                        .output())
                .contains(" -XX:+UseSerialGC ");
    }

    @Test
    void in_a_locale_without_a_character_set_the_program_gets_one_and_any_other_stays() throws Exception {
        Path script = builtTree("a built tree");
        Path java = javaHome("17.0.2", "echo \"${LC_ALL:-unset}\"");
        for (String locale : List.of("C", "POSIX", "xx_XX.UTF-8")) {
            Outcome plain = run(script, java, Map.of("LC_ALL", locale));
            assertThat(plain.output()).as(locale).isEqualTo("C.UTF-8\n");
        }
        Map<String, String> unicode = Map.of("LC_ALL", "", "LC_CTYPE", "C.UTF-8");
        assertThat(run(script, java, unicode).output()).isEqualTo("unset\n");
    }

    /** With the real Java, which decodes arguments in its own way. */
    @Test
    void arguments_beyond_ascii_are_read_as_they_are_in_any_locale() throws Exception {
        Path script = builtTree("a built tree");
        Path source = Files.writeString(folder.resolve("Echo.java"), """
                public class Echo {
                    public static void main(String[] arguments) {
                        String last = arguments[arguments.length - 1];
                        System.out.println(last.codePointAt(0) + " " + java.nio.file.Path.of(last));
                    }
                }
                """);
        Path real = Path.of(System.getProperty("java.home"), "bin", "java");
        Path java = javaHome("17.0.2", "exec '" + real + "' '" + source + "' Äö");
        assertThat(run(script, java, Map.of("LC_ALL", "C")).output()).isEqualTo("196 Äö\n");
    }

    @Test
    void a_tree_that_can_not_be_written_is_told_in_one_line_before_the_build() throws Exception {
        Path script = Files.copy(SCRIPT, folder.resolve("catalog"));
        // A file in place of the folder: even users who may write everywhere can't create it.
        Files.createFile(folder.resolve("target"));
        Outcome outcome = run(script, javaHome("17.0.2"));
        assertThat(outcome.refusal()).hasLineCount(1).contains(folder.toRealPath() + "/target can't be written");
    }

    @Test
    void nothing_is_built_beside_a_build_that_goes_on_after_its_launcher_was_killed() throws Exception {
        Path script = Files.copy(SCRIPT, folder.resolve("catalog"));
        Path java = javaHome("17.0.2");
        program(java.resolve("bin"), "javac", "");
        Path tools = Files.createDirectory(folder.resolve("tools"));
        program(tools, "mvn", """
                mkdir '%1$s/building' || touch '%1$s/beside'
                until [ -e '%1$s/may end' ]; do /bin/sleep 0.05; done
                rmdir '%1$s/building'
                exit 1
                """.formatted(folder));
        program(tools, "sleep", "touch '%s/waiting'; exec /bin/sleep 0.05".formatted(folder));
        Map<String, String> path = Map.of("PATH", tools + ":" + System.getenv("PATH"));

        Process killed = start(script, java, path);
        await().until(() -> Files.exists(folder.resolve("building")));
        List<ProcessHandle> shells = killed.children().toList();
        killed.destroyForcibly();
        shells.forEach(ProcessHandle::destroyForcibly);
        killed.waitFor();
        Process second = start(script, java, path);
        await().until(() -> Files.exists(folder.resolve("waiting")));
        Files.createFile(folder.resolve("may end"));

        assertThat(outcome(second).errors()).contains("building", "the build failed");
        assertThat(folder.resolve("beside")).doesNotExist();
    }

    /** What a build leaves, as far as the script checks it. */
    private Path builtTree(String name) throws IOException {
        Path root = Files.createDirectories(folder.resolve(name)).toRealPath();
        Path built = Files.createDirectories(root.resolve("standalone/target/launcher"));
        Path jar = Files.createFile(built.resolve("catalog.jar"));
        Files.writeString(built.resolve("libraries"), jar + "\n");
        Files.writeString(Files.createDirectories(root.resolve("target")).resolve("launcher.stamp"), root + "\n");
        return Files.copy(SCRIPT, root.resolve("catalog"));
    }

    private static String nameOf(Path home) throws Exception {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "{ echo \"$0/bin/java\" && cat \"$0/release\"; } | cksum | tr ' ' - | tr -d '\\n'",
                        home.toString())
                .start();
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }

    private Path javaHome(String version) throws IOException {
        return javaHome(version, "echo 'this must not be started'");
    }

    private Path javaHome(String version, String program) throws IOException {
        Path home = folder.resolve("java " + version);
        program(Files.createDirectories(home.resolve("bin")), "java", program);
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static void program(Path folder, String name, String lines) throws IOException {
        Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + lines + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private static Outcome run(Path script, Path javaHome) throws Exception {
        return run(script, javaHome, Map.of());
    }

    private static Outcome run(Path script, Path javaHome, Map<String, String> environment) throws Exception {
        return outcome(start(script, javaHome, environment));
    }

    private static Process start(Path script, Path javaHome, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(script.toString(), "--help");
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().putAll(environment);
        builder.environment().putAll(Map.of("JAVA_HOME", javaHome.toString()));
        return builder.start();
    }

    private static Outcome outcome(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
        return new Outcome(process.waitFor(), output, errors);
    }
}

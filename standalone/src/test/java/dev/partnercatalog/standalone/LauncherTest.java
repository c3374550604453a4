package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./catalog} says where it can't run. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("../catalog").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private record Outcome(int status, String output, String errors) {}

    @Test
    void a_java_home_without_java_is_named() throws Exception {
        Outcome outcome = run(SCRIPT, folder);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.output()).isEmpty();
        assertThat(outcome.errors())
                .startsWith("catalog: JAVA_HOME is " + folder)
                .contains("JDK 17");
    }

    @Test
    void a_java_that_is_too_old_is_named_without_starting_it() throws Exception {
        Outcome outcome = run(SCRIPT, javaHome("11.0.2"));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.output()).isEmpty();
        assertThat(outcome.errors()).contains("is Java 11").contains("JDK 17");
    }

    @Test
    void a_java_that_can_not_compile_is_named_before_the_build() throws Exception {
        // A copy, as in a tree that isn't built.
        Path script = Files.copy(SCRIPT, folder.resolve("catalog"));
        Path link = Files.createSymbolicLink(folder.resolve("a link"), script);
        Outcome outcome = run(link, javaHome("17.0.2"));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.output()).isEmpty();
        assertThat(outcome.errors()).contains("has no compiler");
    }

    private Path javaHome(String version) throws IOException {
        Path home = folder.resolve("java " + version);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'this must not be started'\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static Outcome run(Path script, Path javaHome) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(script.toString(), "--help");
        builder.environment().putAll(Map.of("JAVA_HOME", javaHome.toString()));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
        return new Outcome(process.waitFor(), output, errors);
    }
}

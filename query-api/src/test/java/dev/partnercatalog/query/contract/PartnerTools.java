package dev.partnercatalog.query.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code -Pclients} fetched, and what this machine's programs can fetch. Without the profile, a test that requires
 * it is skipped, and says why.
 */
public final class PartnerTools {

    /** A program's output and exit status. */
    public record Ended(int status, String output) {}

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Path home;

    private PartnerTools(Path home) {
        this.home = home;
    }

    /** Skips the test if the profile isn't active. */
    public static PartnerTools required() {
        String home = System.getProperty("catalog.clients", "");
        assumeTrue(!home.isEmpty(), "generated clients are tested with mvn -Pclients");
        return new PartnerTools(Path.of(home));
    }

    /** The libraries of clients in Java, and the generator. */
    public List<Path> jars() throws IOException {
        try (var files = Files.list(home)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    public Path generator() throws IOException {
        return jars().stream()
                .filter(jar -> jar.getFileName().toString().startsWith("openapi-generator"))
                .findFirst()
                .orElseThrow();
    }

    /** A folder in which Node.js finds these packages; skips the test if they are unavailable. */
    public Path nodePackages(String... packages) throws IOException {
        Path folder = Files.createDirectories(home.resolve("node"));
        assumeTrue(succeeds(List.of("node", "--version")), "node is not installed");
        boolean there = succeeds(command(List.of("npm", "ls", "--prefix", folder.toString()), packages));
        if (!there) {
            List<String> install = List.of("npm", "install", "--no-audit", "--no-fund", "--prefix", folder.toString());
            assumeTrue(succeeds(command(install, packages)), "npm can't fetch " + String.join(", ", packages));
        }
        return folder;
    }

    /** A Python with the requirements; skips the test if they are unavailable. */
    public String python(Path requirements) throws IOException {
        String imports = "import dateutil, pydantic, typing_extensions, urllib3; assert pydantic.VERSION >= '2'";
        if (succeeds(List.of("python3", "-c", imports))) {
            return "python3";
        }
        Path environment = home.resolve("python");
        String python = environment.resolve("bin/python3").toString();
        boolean there = succeeds(List.of(python, "-c", imports)) || install(environment, python, requirements);
        assumeTrue(there, "Python 3 with the libraries of the generated client can't be had");
        return python;
    }

    private static boolean install(Path environment, String python, Path requirements) {
        return succeeds(List.of("python3", "-m", "venv", environment.toString()))
                && succeeds(List.of(python, "-m", "pip", "install", "-q", "-r", requirements.toString()));
    }

    private static List<String> command(List<String> first, String... more) {
        return Stream.concat(first.stream(), Arrays.stream(more)).toList();
    }

    private static boolean succeeds(List<String> command) {
        try {
            return run(null, command).status() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    /** Runs a program to its end, in a folder if one is given. */
    public static Ended run(@Nullable Path folder, List<String> command) throws IOException {
        Path output = Files.createTempFile("program", ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder == null ? null : folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
            return new Ended(process.exitValue(), Files.readString(output, UTF_8));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }
}

package dev.partnercatalog.webhook.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The code in docs/webhooks.md for partners, and how to run it. */
final class DocumentedCode {

    private static final Path DOCUMENT = Path.of("..", "docs", "webhooks.md");

    private DocumentedCode() {}

    /** @param place position of the block among those of its language, from 0 */
    static String block(String language, int place) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(DOCUMENT));
        for (int i = 0; i <= place; i++) {
            assertThat(block.find()).as("block %d of %s", i, language).isTrue();
        }
        return block.group(1);
    }

    static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(Pattern.quote(System.getProperty("path.separator"))))
                .anyMatch(of -> Files.isExecutable(Path.of(of, program)));
    }

    /** Runs a program that prints a JSON array of booleans. */
    static List<Boolean> run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String told = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(told).isZero();
        List<Boolean> answers = new ArrayList<>();
        for (JsonNode answer : new ObjectMapper().readTree(told)) {
            answers.add(answer.booleanValue());
        }
        return answers;
    }
}

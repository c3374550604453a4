package dev.partnercatalog.resolution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the code that docs/partners/keeping-a-copy.md gives to partners, unchanged: it calculates the same digests as the service, both for
 * records as they are sent and for records as a partner's JSON library might have stored them. A failure reports its
 * seed.
 */
@DisplayName("D31: the code in docs/partners/keeping-a-copy.md, and a library, calculate our digests")
class CopyProofCodeTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "partners", "keeping-a-copy.md");
    private static final String SECTION = "\n## Code\n";
    private static final long SEED = Long.getLong("seed", new Random().nextInt(1_000_000));
    private static final int RECORDS = 400;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final DigestedRecords digested = new DigestedRecords(random, RECORDS);
    private final List<String> records = digested.records();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_library_for_canonical_json() throws IOException {
        List<String> stored = stored();
        for (int i = 0; i < RECORDS; i++) {
            assertThat(new JsonCanonicalizer(stored.get(i)).getEncodedString())
                    .as("-Dseed=%s", SEED)
                    .isEqualTo(records.get(i));
        }
    }

    @Test
    void javascript() throws Exception {
        assumeTrue(isThere("node"), "node is not installed");
        Files.writeString(folder.resolve("proof.mjs"), code("js"));
        Path main = Files.writeString(folder.resolve("main.mjs"), """
                import { readFileSync } from "node:fs";
                import { canonical, digests } from "./proof.mjs";
                const lines = readFileSync(process.argv[2], "utf-8").split("\\n").slice(0, -1);
                const records = lines.map((line) => JSON.parse(line));
                const again = records.map((record) => JSON.parse(JSON.stringify(record, null, 2)));
                console.log(JSON.stringify([digests(records), digests(again), records.map(canonical)]));
                """);
        run("node", main);
    }

    @Test
    void python() throws Exception {
        assumeTrue(isThere("python3"), "python3 is not installed");
        Files.writeString(folder.resolve("proof.py"), code("python"));
        Path main = Files.writeString(folder.resolve("main.py"), """
                import json, sys
                from proof import canonical, digests
                with open(sys.argv[1], encoding="utf-8", newline="\\n") as lines:
                    records = [json.loads(line) for line in lines]
                again = [json.loads(json.dumps(record, indent=1)) for record in records]
                print(json.dumps([digests(records), digests(again), [canonical(record) for record in records]]))
                """);
        run("python3", main);
    }

    private void run(String language, Path main) throws IOException, InterruptedException {
        for (List<String> stored : List.of(records, stored())) {
            Path file = Files.writeString(folder.resolve("records.ndjson"), String.join("\n", stored) + "\n");
            Process process = new ProcessBuilder(language, main.toString(), file.toString())
                    .redirectError(folder.resolve("fault.txt").toFile())
                    .start();
            String told = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as("-Dseed=%s %s", SEED, Files.readString(folder.resolve("fault.txt")))
                    .isZero();
            JsonNode found = JSON.readTree(told);
            assertThat(texts(found.get(2))).as("-Dseed=%s", SEED).isEqualTo(records);
            assertThat(texts(found.get(0))).as("-Dseed=%s", SEED).isEqualTo(digested.digests());
            assertThat(texts(found.get(1))).as("-Dseed=%s stored", SEED).isEqualTo(digested.digests());
        }
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::textValue).toList();
    }

    private List<String> stored() throws IOException {
        StoredJson json = new StoredJson(random);
        List<String> stored = new ArrayList<>();
        for (String record : records) {
            stored.add(json.of(record));
        }
        return stored;
    }

    private static String code(String language) throws IOException {
        String document = Files.readString(DOCUMENT);
        int section = document.indexOf(SECTION);
        assertThat(section).as(SECTION).isNotNegative();
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(document.substring(section));
        assertThat(block.find()).as("a block of %s", language).isTrue();
        String code = block.group(1);
        assertThat(block.find()).as("another block of %s", language).isFalse();
        return code;
    }

    private static boolean isThere(String program) {
        return Arrays.stream(System.getenv("PATH").split(Pattern.quote(System.getProperty("path.separator"))))
                .anyMatch(of -> Files.isExecutable(Path.of(of, program)));
    }
}

package dev.partnercatalog.resolution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.partnercatalog.partner.CanonicalJson;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the code that docs/api.md gives to partners, unchanged: it calculates the same digests as the service, both for
 * records as they are sent and for records as a partner's JSON library might have stored them. A failure reports its
 * seed.
 */
@DisplayName("D31: the code in docs/api.md calculates our digests")
class CopyProofCodeTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "api.md");
    private static final String CHANGES = ",\"changedFields\":";
    private static final String SECTION = "\n### Prove that your copy is right\n";
    private static final long SEED = Long.getLong("seed", new Random().nextInt(1_000_000));
    private static final int RECORDS = 400;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final JsonMapper ASCII =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private static final List<Double> NUMBERS = List.of(
            0.0,
            -0.0,
            1.0,
            10.0,
            3.5,
            0.1,
            28.349523125,
            0.000001,
            -0.0000015,
            1e-7,
            Double.MIN_VALUE,
            2 * Double.MIN_VALUE,
            2.2250738585072014e-308,
            0x1p-44,
            0x1p53,
            0x1p60,
            1e20,
            999999999999999900000.0,
            1e21,
            Double.parseDouble("2e23"),
            Double.parseDouble("1e23"),
            19 * Double.MIN_VALUE,
            -1.7976931348623157e308,
            123456789.125);
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "\u0000\b\t\n\u000b\f\r\u001b\u001f\u007f\u0080\u2028\u2029\ufeff",
            "\"\\/'<>&",
            "é",
            "e\u0301",
            "日本 😀",
            "\ue000",
            "\uffff",
            "\ud83d lone",
            "__proto__",
            "0",
            "10",
            "9",
            "-0.0",
            "1e3",
            "null",
            "Infinity");

    private final SplittableRandom random = new SplittableRandom(SEED);
    private List<String> records = List.of();
    private List<String> expected = List.of();

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void makeRecords() {
        CopyDigest digest = new CopyDigest();
        records = new ArrayList<>();
        Map<String, byte[]> byBarcode = new TreeMap<>();
        while (byBarcode.size() < RECORDS) {
            String barcode = Long.toString(random.nextLong(10_000_000));
            byBarcode.put(barcode, record(barcode));
        }
        byBarcode.forEach((barcode, record) -> {
            records.add(new String(record, UTF_8));
            digest.add(digest.range(barcode), digest.hash(record));
        });
        expected =
                IntStream.range(0, CopyDigest.RANGES).mapToObj(digest::digest).toList();
    }

    private byte[] record(String barcode) {
        FieldValues.Builder values = FieldValues.builder();
        for (VariantField field : VariantField.all()) {
            if (random.nextInt(4) > 0) {
                values.set(field, value(field.kind()));
            }
        }
        ResolvedEntry entry = new VariantLayers(values.build(), List.of(), null, null, null).resolve();
        var configuration = new ResolvedConfiguration(
                AllowedFields.ALL, Map.of(), random.nextBoolean() ? "mg/g" : null, random.nextBoolean() ? "%" : null);
        return PartnerView.json(
                barcode, entry, configuration, new Scope(9_007_199_254_740_991L, 1 + random.nextLong(1L << 53)));
    }

    private Object value(Kind kind) {
        return switch (kind) {
            case TEXT -> text();
            case TEXT_LIST ->
                Stream.generate(this::text).limit(random.nextInt(4)).toList();
            case NUMBER -> number();
            case INTEGER -> random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1;
            case FLAG -> random.nextBoolean();
            case RANGE -> range();
            case RANGE_MAP -> map(this::range);
            case TEXT_MAP -> map(this::text);
            case ASSET_MAP ->
                Map.of(
                        "Product",
                        List.of(new Asset(text(), text(), text()), new Asset(text(), text(), null)),
                        text() + "!",
                        List.of());
        };
    }

    private double number() {
        double any = Double.longBitsToDouble(random.nextLong());
        return switch (random.nextInt(4)) {
            case 0 -> Double.isFinite(any) ? any : 1;
            case 1 -> Math.scalb(1.0, random.nextInt(2_000) - 1_000);
            case 2 -> random.nextInt(100_000) / Math.pow(10, random.nextInt(12));
            default -> NUMBERS.get(random.nextInt(NUMBERS.size()));
        };
    }

    private String text() {
        return random.nextInt(4) == 0
                ? random.ints(3, 0, 0x20000)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private MeasuredRange range() {
        return new MeasuredRange(text(), text(), text());
    }

    private <T> Map<String, T> map(Supplier<T> value) {
        Map<String, T> map = new TreeMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            map.put(text(), value.get());
        }
        return map;
    }

    @Test
    void java() throws Exception {
        Path source = Files.writeString(folder.resolve("Copy.java"), code("java"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(compiled).isZero();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Method digests = loader.loadClass("Copy").getDeclaredMethod("digests", Iterable.class);
            digests.setAccessible(true);
            for (List<String> stored : List.of(records, stored(), namingChanges())) {
                assertThat(digests.invoke(null, stored)).as("-Dseed=%s", SEED).isEqualTo(expected);
            }
        }
        for (String record : records) {
            assertThat(CanonicalJson.of(record)).as("-Dseed=%s", SEED).isEqualTo(record);
            assertThat(CanonicalJson.of(JSON.readTree(record)))
                    .as("-Dseed=%s", SEED)
                    .isEqualTo(record);
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
        for (List<String> stored : List.of(records, stored(), namingChanges())) {
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
            if (!stored.get(0).contains(CHANGES)) {
                assertThat(texts(found.get(2))).as("-Dseed=%s", SEED).isEqualTo(records);
            }
            assertThat(texts(found.get(0))).as("-Dseed=%s", SEED).isEqualTo(expected);
            assertThat(texts(found.get(1))).as("-Dseed=%s stored", SEED).isEqualTo(expected);
        }
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::textValue).toList();
    }

    /** The records as sent by a webhook that lists changed fields: with one more member at the end. */
    private List<String> namingChanges() {
        return records.stream()
                .map(record -> record.substring(0, record.length() - 1) + CHANGES + "[\"name\"]}")
                .toList();
    }

    /**
     * The records as JSON with the same meaning in other forms: keys out of order, white space, escapes, different
     * notation of numbers.
     */
    private List<String> stored() throws IOException {
        List<String> stored = new ArrayList<>();
        for (String record : records) {
            StringWriter text = new StringWriter();
            try (JsonGenerator json =
                    (random.nextBoolean() ? ASCII : JSON).getFactory().createGenerator(text)) {
                write(json, JSON.readTree(record));
            }
            stored.add(text.toString());
        }
        return stored;
    }

    private void write(JsonGenerator json, JsonNode value) throws IOException {
        if (value.isObject()) {
            List<String> keys = new ArrayList<>();
            value.fieldNames().forEachRemaining(keys::add);
            Collections.shuffle(keys, new Random(random.nextLong()));
            json.writeStartObject();
            for (String key : keys) {
                json.writeFieldName(key);
                json.writeRaw(random.nextInt(10) == 0 ? " \t" : "");
                write(json, value.get(key));
            }
            json.writeEndObject();
        } else if (value.isArray()) {
            json.writeStartArray();
            for (JsonNode element : value) {
                write(json, element);
            }
            json.writeEndArray();
        } else if (value.isNumber()) {
            json.writeNumber(sameNumber(value));
        } else {
            json.writeTree(value);
        }
    }

    private String sameNumber(JsonNode number) {
        double value = number.doubleValue();
        List<String> same = new ArrayList<>(List.of(number.asText(), Double.toString(value)));
        if (value == 0) {
            same.addAll(List.of("-0", "-0.0", "0e5", "0.000"));
        } else if (value == Math.rint(value) && Math.abs(value) < 0x1p53) {
            same.addAll(List.of((long) value + ".000", (long) value + "0E-1", (long) value + "e0"));
        }
        return same.get(random.nextInt(same.size()));
    }

    private static String code(String language) throws IOException {
        String document = Files.readString(DOCUMENT);
        int section = document.indexOf(SECTION);
        assertThat(section).as(SECTION).isNotNegative();
        Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(document.substring(section, document.indexOf("\n### ", section + SECTION.length())));
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

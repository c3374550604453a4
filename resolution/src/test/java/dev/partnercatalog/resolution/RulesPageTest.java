package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the examples of docs/rules.md, so that the page stays true. */
class RulesPageTest {

    private static final Path PAGE = Path.of("..", "docs", "rules.md");
    private static final Pattern RULE =
            Pattern.compile("^## (D\\d+): .*?(?=^## |\\z)", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern JSON = Pattern.compile("^```json\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern EXAMPLE =
            Pattern.compile("^<!-- example -->\\n```json\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /** How code refers to a rule. */
    private static final Pattern REFERENCE = Pattern.compile("\\bD\\d{1,2}\\b");

    private static final Pattern INDEXED =
            Pattern.compile("^\\| (D\\d+) \\| [^|]+ \\| .*\\[.+]\\(\\S+\\) \\|$", Pattern.MULTILINE);

    /** Later rules are about the API and webhooks, which this module doesn't know: the page says where they are told. */
    private static final int LAST_WITH_EXAMPLES = 15;

    /** Up to here, the page has every rule. */
    private static final int LAST = 41;

    @Test
    void every_rule_is_there_in_order_with_its_example_or_a_link_and_no_json_that_is_not_run() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(examples(page).keySet()).containsExactlyElementsOf(numbers(1, LAST_WITH_EXAMPLES));
        assertThat(examples(page).values()).noneMatch(List::isEmpty);
        assertThat(indexed(page)).containsExactlyElementsOf(numbers(LAST_WITH_EXAMPLES + 1, LAST));
        assertThat(EXAMPLE.matcher(page).results())
                .hasSameSizeAs(JSON.matcher(page).results().toList());
    }

    @Test
    void every_rule_that_a_java_file_refers_to_is_on_the_page() throws IOException {
        String page = Files.readString(PAGE);
        Set<String> rules = new HashSet<>(examples(page).keySet());
        rules.addAll(indexed(page));
        Map<String, Path> references = references();

        assertThat(references).hasSizeGreaterThan(LAST_WITH_EXAMPLES);
        references.forEach((rule, file) ->
                assertThat(rules).as("%s refers to %s", file, rule).contains(rule));
    }

    private static List<String> numbers(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> "D" + number)
                .toList();
    }

    private static List<String> indexed(String page) {
        return INDEXED.matcher(page).results().map(row -> row.group(1)).toList();
    }

    /** The rules that the Java files of all modules refer to, each with one of the files. */
    private static Map<String, Path> references() throws IOException {
        var references = new TreeMap<String, Path>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(Path.of(".."))) {
            for (Path module : modules) {
                for (Path file : javaFiles(module.resolve("src"))) {
                    REFERENCE
                            .matcher(Files.readString(file))
                            .results()
                            .forEach(reference -> references.put(reference.group(), file));
                }
            }
        }
        return references;
    }

    private static List<Path> javaFiles(Path sources) throws IOException {
        if (!Files.isDirectory(sources)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> every_example_is_so() throws IOException {
        return examples(Files.readString(PAGE)).entrySet().stream()
                .flatMap(rule -> rule.getValue().stream()
                        .map(example -> DynamicTest.dynamicTest(rule.getKey(), () -> run(Given.parse(example)))));
    }

    private static Map<String, List<String>> examples(String page) {
        var examples = new LinkedHashMap<String, List<String>>();
        RULE.matcher(page)
                .results()
                .forEach(rule -> examples.put(
                        rule.group(1),
                        EXAMPLE.matcher(rule.group())
                                .results()
                                .map(json -> json.group(1))
                                .toList()));
        return examples;
    }

    private static void run(JsonNode example) {
        if (example.has("request")) {
            runBatch(example.get("given"), example.get("request"), example.get("response"));
        } else if (example.has("configuration")) {
            var given = new Given(example.get("given"));
            String locationId = Long.toString(given.scope().locationId());
            assertThat(SortedJson.of(ConfigurationView.of("7", locationId, "client-1", given.configuration())))
                    .isEqualTo(example.get("configuration"));
        } else {
            JsonNode variant = new Given(example.get("given")).variant();
            assertHas(variant, example.get("variant"));
            example.path("absent")
                    .forEach(name -> assertThat(variant.has(name.asText()))
                            .as(name.asText())
                            .isFalse());
        }
    }

    /** Each member in the example must be the variant's; an example may show only some of the sources. */
    private static void assertHas(JsonNode variant, JsonNode shown) {
        assertThat(shown).isNotEmpty();
        shown.properties().forEach(member -> {
            if (member.getKey().equals("catalogSource")) {
                assertHas(variant.get("catalogSource"), member.getValue());
            } else {
                assertThat(variant.get(member.getKey())).as(member.getKey()).isEqualTo(member.getValue());
            }
        });
    }

    private static void runBatch(JsonNode given, JsonNode request, JsonNode response) {
        var scope = Scope.of(Given.COMPANY_ID, request.get("locationId").asLong());
        JsonNode location = given.get("listings").get("location");
        var listings = new Listings(
                scope.isCompany() ? Map.of() : barcodes(location),
                barcodes(given.get("listings").get("company")));

        BatchGet<JsonNode> batch = BatchGet.answer(
                new LinkedHashSet<>(Given.texts(request.get("barcodes"))),
                new LinkedHashSet<>(Given.texts(request.get("skus"))),
                skus -> listings,
                barcodes -> resolved(given.get("catalog"), request, scope, barcodes));

        List<JsonNode> shown = response.get("variants").valueStream().toList();
        assertThat(batch.variants()).hasSameSizeAs(shown);
        for (int i = 0; i < shown.size(); i++) {
            assertHas(batch.variants().get(i), shown.get(i));
        }
        assertThat(batch.failedBarcodes()).isEqualTo(Given.texts(response.get("failedBarcodes")));
        assertThat(batch.failedSkus()).isEqualTo(Given.texts(response.get("failedSkus")));
        assertThat(batch.mappedSkuBarcodes()).isEqualTo(barcodes(response.get("mappedSkuBarcodes")));
    }

    private static Map<String, JsonNode> resolved(
            JsonNode catalog, JsonNode request, Scope scope, Set<String> barcodes) {
        String stateCode = request.has("stateCode") ? request.get("stateCode").asText() : null;
        var resolved = new LinkedHashMap<String, JsonNode>();
        for (String barcode : barcodes) {
            if (catalog.has(barcode)) {
                FieldValues product = Given.soldIn(Given.texts(catalog.get(barcode)));
                ResolvedEntry entry = new VariantLayers(product, null, null, null).resolve();
                if (new VariantImage(VariantImage.of(barcode, entry), 0).soldIn(stateCode)) {
                    ResolvedConfiguration none = ResolvedConfiguration.of(AllowedFields.NONE, null, null);
                    resolved.put(barcode, Given.parse(PartnerView.json(barcode, entry, none, scope)));
                }
            }
        }
        return resolved;
    }

    private static Map<String, String> barcodes(JsonNode skus) {
        var barcodes = new LinkedHashMap<String, String>();
        skus.properties()
                .forEach(sku -> barcodes.put(sku.getKey(), sku.getValue().asText()));
        return barcodes;
    }
}

package dev.partnercatalog.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The chart, as Helm itself renders it. */
final class Chart {

    static final Path FOLDER = Path.of("..", "deploy", "helm", "partner-catalog");

    /** Values that enable everything that is optional. */
    static final String EVERY_OPTION = "every-option";

    /** values.yaml alone, and each example. */
    static final List<String> VALUES = List.of("", "smallest", "production", EVERY_OPTION);

    private static final String RELEASE = "catalog";
    private static final ObjectMapper YAML = new YAMLMapper();

    private Chart() {}

    /**
     * @param example one of {@link #VALUES}
     * @param set additional values
     * @throws IllegalStateException if Helm rejects the values
     */
    static Manifests render(String example, Map<String, Object> set) throws IOException {
        TemplateCommand command = new Helm(FOLDER)
                .template()
                .withName(RELEASE)
                .withNamespace("shop")
                .withKubeVersion("1.35.0");
        if (!example.isEmpty()) {
            command.withValuesFile(example(example));
        }
        set.forEach(command::set);
        return Manifests.read(command.call());
    }

    static Manifests render(String example) throws IOException {
        return render(example, Map.of());
    }

    static LintResult lint() {
        return new Helm(FOLDER).lint().strict().call();
    }

    static JsonNode values(String example) throws IOException {
        return yaml(example.isEmpty() ? FOLDER.resolve("values.yaml") : example(example));
    }

    static JsonNode schema() throws IOException {
        return yaml(FOLDER.resolve("values.schema.json"));
    }

    static JsonNode yaml(Path file) throws IOException {
        return YAML.readTree(file.toFile());
    }

    private static Path example(String name) {
        return FOLDER.resolve("examples").resolve(name + ".yaml");
    }
}

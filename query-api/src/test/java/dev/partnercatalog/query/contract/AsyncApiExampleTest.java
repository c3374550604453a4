package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.partnercatalog.resolution.AssetConfiguration;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.runtime.ResourceFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** An example that somebody copies from the document of topics must do something. */
class AsyncApiExampleTest {

    @Test
    void D8_the_example_of_a_configuration_has_an_effect() throws IOException {
        JsonNode payload = new YAMLMapper()
                .readTree(ResourceFile.bytes(PublishedDocuments.class, "asyncapi.yaml"))
                .at("/components/messages/companyConfigs/examples/0/payload");
        List<AssetPriority> priority = new ArrayList<>();
        payload.path("assetPriority")
                .forEach(entry -> priority.add(new AssetPriority(
                        entry.path("assetType").asText(), entry.path("limit").asInt(1))));
        Map<String, List<String>> preferences = new TreeMap<>();
        payload.path("variantTypePreferences").properties().forEach(type -> {
            List<String> types = new ArrayList<>();
            type.getValue().forEach(each -> types.add(each.asText()));
            preferences.put(type.getKey(), types);
        });
        assertThat(new AssetConfiguration(priority, preferences).variantAssetConfig())
                .hasSize(2)
                .allSatisfy((type, entries) -> assertThat(entries).hasSameSizeAs(priority));
    }
}

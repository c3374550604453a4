package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantLayers;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DatabaseServerTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<TreeMap<String, Object>> FIELDS = new TypeReference<>() {};
    private static final ResolvedConfiguration NOTHING_SET =
            new ResolvedConfiguration(AllowedFields.NONE, Map.of(), null, null);

    @Test
    void it_says_what_the_api_says_of_the_same_layers() throws IOException {
        for (int variant = 0; variant < 50; variant++) {
            FieldValues bpd = GeneratedCatalog.bpd(variant);
            FieldValues override = GeneratedCatalog.override(variant, 3);
            DatabaseServer.Answer answer = new DatabaseServer.Answer(1_003, 100_300, new String[] {"8", "9"});
            answer.add("8", DatabaseServer.layer(bpd.withDefaults()), DatabaseServer.layer(override), null, null);
            JsonNode answered = JSON.readTree(answer.json());
            byte[] expected = PartnerView.json(
                    "8", new VariantLayers(bpd, override, null, null).resolve(), NOTHING_SET, Scope.of(1_003, 100_300));
            assertThat(fields(answered.at("/variants/0"))).isEqualTo(fields(JSON.readTree(expected)));
            assertThat(answered.at("/failedBarcodes").toString()).isEqualTo("[\"9\"]");
        }
    }

    private static Map<String, Object> fields(JsonNode variant) {
        return JSON.convertValue(variant, FIELDS);
    }
}

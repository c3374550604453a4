package dev.partnercatalog.operations.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChosenContentTest {

    private static final String CLEARS_THE_SCREEN = "\u001b[2J\n";

    private final ChosenContent chosen = ChosenContent.of(WebhookSettings.newBuilder()
            .setVariantTypes(List.of("Flower", CLEARS_THE_SCREEN))
            .build());

    @Test
    void variant_types_of_a_partners_choosing_cannot_steer_the_operators_terminal() {
        assertThat(chosen.text()).isEqualTo("only the variant types \"Flower\", \"\\u001b[2J\\u000a\"");
        assertThat(chosen.whyNotSent("\u009b2J"))
                .isEqualTo("its variant type \"\\u009b2J\" isn't among \"Flower\", \"\\u001b[2J\\u000a\"");
        assertThat(chosen.whyNotSent(CLEARS_THE_SCREEN)).isNull();
    }
}

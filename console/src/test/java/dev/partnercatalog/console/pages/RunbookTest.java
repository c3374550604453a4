package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.manual.Manual;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RunbookTest {

    @Test
    void every_condition_that_a_page_shows_has_a_section_that_says_what_to_do() {
        assertThat(Objects.requireNonNull(Manual.load().chapters().get(Runbook.CHAPTER))
                        .anchors())
                .containsAll(
                        Arrays.stream(Runbook.values()).map(Runbook::anchor).toList());
    }
}

package dev.partnercatalog.console.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ManualTest {

    private static final Path REPOSITORY = Path.of("..");
    private static final Pattern LINK = Pattern.compile("href=\"/docs(?:/([^\"#]+))?(?:#([^\"]+))?\"");
    private static final Pattern RUNBOOK = Pattern.compile("runbook: docs/operators/([a-z-]+)\\.md#(\\S+)");

    private final Manual manual = Manual.load();

    @Test
    void every_page_of_the_operators_folder_is_there() throws IOException {
        try (DirectoryStream<Path> pages =
                Files.newDirectoryStream(REPOSITORY.resolve("docs/operators"), "[a-z]*.md")) {
            for (Path page : pages) {
                String name = page.getFileName().toString().replace(".md", "");
                assertThat(manual.chapters()).containsKey(name);
            }
        }
    }

    @Test
    void the_contents_lead_to_every_document() {
        assertThat(names(manual.contents())).containsAll(manual.chapters().keySet());
    }

    @Test
    void every_link_leads_to_a_section_that_exists() {
        List<Chapter> all = new ArrayList<>(manual.chapters().values());
        all.add(manual.contents());
        int links = 0;
        for (Chapter chapter : all) {
            for (MatchResult link : links(chapter)) {
                links++;
                assertThat(link.group(1) == null || manual.chapters().containsKey(link.group(1)))
                        .as("%s: %s", chapter.title(), link.group())
                        .isTrue();
                if (link.group(2) != null) {
                    assertThat(chapter(link.group(1)).anchors())
                            .as("%s: %s", chapter.title(), link.group())
                            .contains(link.group(2));
                }
            }
        }
        assertThat(links).isGreaterThan(100);
    }

    @Test
    void every_alarm_has_a_section() throws IOException {
        List<MatchResult> runbooks = RUNBOOK.matcher(
                        Files.readString(REPOSITORY.resolve("deploy/helm/partner-catalog/files/alerts.yml")))
                .results()
                .toList();
        assertThat(runbooks)
                .hasSizeGreaterThan(20)
                .allSatisfy(runbook ->
                        assertThat(chapter(runbook.group(1)).anchors()).contains(runbook.group(2)));
    }

    private Chapter chapter(String name) {
        return Objects.requireNonNull(manual.chapters().get(name), name);
    }

    private static List<String> names(Chapter chapter) {
        return links(chapter).stream().map(link -> link.group(1)).toList();
    }

    private static List<MatchResult> links(Chapter chapter) {
        return LINK.matcher(chapter.content().toString()).results().toList();
    }
}

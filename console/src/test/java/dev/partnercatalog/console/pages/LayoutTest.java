package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.runtime.html.Tag;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {

    private static final Visitor VISITOR = new Visitor("ann", Role.ACT, "token", true);
    private static final String RELOADS = "http-equiv=\"refresh\"";

    @Test
    void without_script_a_page_that_shows_a_notice_once_is_not_reloaded() {
        Page page = Page.refreshing(Section.PARTNERS, "Partner", Tag.P.of("content"));

        assertThat(Layout.render(page, VISITOR, null, List.of())).contains(RELOADS);
        assertThat(Layout.render(page, VISITOR, null, List.of("clientSecret: s3")))
                .contains("s3")
                .doesNotContain(RELOADS);
    }
}

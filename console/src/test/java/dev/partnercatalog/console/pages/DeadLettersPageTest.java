package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.DeadLetterCounts.Count;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.deadletter.LogPosition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class DeadLettersPageTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void letters_of_one_millisecond_are_not_divided_between_two_pages() {
        // The page's last three and the one after them were rejected at the same time.
        List<DeadLetterReport.Row> letters =
                letters(offset -> offset < 48 ? NOON.minusMillis(offset) : NOON.minusMillis(48));
        String page = render(letters);
        assertThat(page).contains("/dead-letters/0-47\"").doesNotContain("/dead-letters/0-48\"");
        assertThat(page).contains("until=" + NOON.minusMillis(47).toString().replace(":", "%3A"));
    }

    @Test
    void more_of_one_millisecond_than_a_page_holds_are_shown_as_far_as_they_fit() {
        assertThat(render(letters(offset -> NOON)))
                .contains("/dead-letters/0-49\"", "Older<")
                .doesNotContain("/dead-letters/0-50\"");
    }

    @Test
    void who_may_change_nothing_is_offered_no_replay() {
        assertThat(render(letters(offset -> NOON))).doesNotContain("checkbox", "Replay");
    }

    @Test
    void a_group_leads_to_its_letters_and_whoever_may_act_to_the_preview_of_its_replay() {
        DeadLetterQuery query = new DeadLetterQuery("", "1h", "", null);
        List<DeadLettersPage.Group> groups = List.of(
                new DeadLettersPage.Group("listings", "field … is missing", 1_200),
                new DeadLettersPage.Group(null, "strange", 1));
        DeadLettersPage page = new DeadLettersPage(query, List.of(), new Count(1_201, false, Map.of()), groups, NOON);
        Visitor actor = new Visitor("alice", Role.ACT, "token", true);
        assertThat(Layout.render(page.page(actor), actor, null, List.of()))
                .contains(
                        "1,201 or more dead letters match.",
                        "/dead-letters?topic=listings&amp;reason=field%20%E2%80%A6%20is%20missing&amp;within=1h",
                        "/replay?topic=listings&amp;reason=field%20%E2%80%A6%20is%20missing"
                                + "&amp;since=2026-01-31T11%3A00%3A00Z&amp;until=2026-01-31T12%3A00%3A00Z",
                        "/dismiss?topic=listings&amp;reason=field%20%E2%80%A6%20is%20missing"
                                + "&amp;since=2026-01-31T11%3A00%3A00Z&amp;until=2026-01-31T12%3A00%3A00Z",
                        "1,200",
                        "strange");
        Visitor reader = Visitor.reader(false);
        assertThat(Layout.render(page.page(reader), reader, null, List.of()))
                .contains("1,200")
                .doesNotContain("/replay", "/dismiss");
    }

    @Test
    void a_group_of_partners_commands_cannot_be_replayed() {
        DeadLettersPage page = new DeadLettersPage(
                new DeadLetterQuery("", "1h", "", null),
                List.of(),
                new Count(1, false, Map.of()),
                List.of(new DeadLettersPage.Group("partner-commands", "too old", 1)),
                NOON);
        Visitor actor = new Visitor("alice", Role.ACT, "token", true);
        assertThat(Layout.render(page.page(actor), actor, null, List.of()))
                .contains("too old", "/dismiss?topic=partner-commands")
                .doesNotContain("Preview replay");
    }

    private static List<DeadLetterReport.Row> letters(java.util.function.LongFunction<Instant> time) {
        return LongStream.rangeClosed(0, DeadLettersPage.LENGTH)
                .mapToObj(offset -> letter(offset, time.apply(offset)))
                .toList();
    }

    private static String render(List<DeadLetterReport.Row> letters) {
        Visitor visitor = Visitor.reader(false);
        DeadLettersPage page =
                new DeadLettersPage(new DeadLetterQuery("", "", "", null), letters, null, List.of(), NOON);
        return Layout.render(page.page(visitor), visitor, null, List.of());
    }

    private static DeadLetterReport.Row letter(long offset, Instant time) {
        return DeadLetterReport.Row.of(
                new DeadLetter(new LogPosition(0, offset), time, "r", null, null, null, 0, new RecordHeaders()));
    }
}

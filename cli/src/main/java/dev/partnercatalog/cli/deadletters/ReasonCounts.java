package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.LetterKind;
import dev.partnercatalog.runtime.PrintableText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The number of dead letters by topic and kind of reason. */
final class ReasonCounts {

    /** Further kinds share one line, so that hostile events can't fill the memory. */
    private static final int MAX_KINDS = 1000;

    private static final String OTHERS = "other reasons";

    private final Map<LetterKind, Long> counts = new HashMap<>();
    private long total;

    void add(DeadLetter letter) {
        LetterKind kind = LetterKind.of(letter);
        counts.merge(
                counts.size() < MAX_KINDS || counts.containsKey(kind) ? kind : new LetterKind(kind.topic(), OTHERS),
                1L,
                Long::sum);
        total++;
    }

    /** The lines, most frequent first. */
    List<String> lines(boolean json) {
        List<String> lines = new ArrayList<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<LetterKind, Long>comparingByValue()
                        .reversed()
                        .thenComparing(entry -> entry.getKey().topic())
                        .thenComparing(entry -> entry.getKey().reason()))
                .forEach(entry -> lines.add(
                        json ? json(entry.getKey(), entry.getValue()) : text(entry.getKey(), entry.getValue())));
        if (!json) {
            lines.add(total + " in all");
        }
        return lines;
    }

    private static String text(LetterKind kind, long count) {
        return "%8d  %s  %s".formatted(count, PrintableText.of(kind.topic()), PrintableText.of(kind.reason()));
    }

    private static String json(LetterKind kind, long count) {
        return DeadLetterJson.line(DeadLetterJson.object()
                .put("count", count)
                .put("topic", kind.topic())
                .put("reason", kind.reason()));
    }
}

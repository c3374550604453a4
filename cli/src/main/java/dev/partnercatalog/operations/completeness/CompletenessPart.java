package dev.partnercatalog.operations.completeness;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a report on completeness, the worst first.
 *
 * @param lacking only companies and partners whose variants lack this; null for all
 * @param from how many of them are left out before
 * @param length the most companies, and the most partners
 */
public record CompletenessPart(@Nullable Lacking lacking, int from, int length) {

    /** Everything. */
    public static final CompletenessPart ALL = new CompletenessPart(null, 0, Integer.MAX_VALUE);

    /** What can be lacking, in words by the name that {@link #named} takes. */
    public static Map<String, String> choices() {
        Map<String, String> words = new LinkedHashMap<>();
        Arrays.stream(Lacking.values()).forEach(what -> words.put(what.jsonName(), what.words()));
        return words;
    }

    /** The part with what lacks this. */
    public static CompletenessPart named(String lacking, int from, int length) {
        Optional<Lacking> what = Arrays.stream(Lacking.values())
                .filter(one -> one.jsonName().equals(lacking))
                .findFirst();
        return new CompletenessPart(what.orElse(null), from, length);
    }

    /** How bad something is: how many of its variants lack this, or anything. */
    long weight(CompletenessCounts counts) {
        return lacking == null
                ? Arrays.stream(Lacking.values()).mapToLong(counts::lacking).sum()
                : counts.lacking(lacking);
    }
}

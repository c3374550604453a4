package dev.partnercatalog.operations.completeness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The listed variants of a company, or those that a partner sees; each once per company, however many locations list
 * it.
 *
 * @param listed number of variants
 * @param lacking number of variants that lack something, by what they lack
 * @param examples a few barcodes of each, preceded by the company if there are several
 */
public record CompletenessCounts(long listed, Map<Lacking, Long> lacking, Map<Lacking, List<String>> examples) {

    public CompletenessCounts {
        lacking = Collections.unmodifiableMap(new EnumMap<>(lacking));
        examples = Collections.unmodifiableMap(new EnumMap<>(examples));
    }

    /** The number of variants that lack this. */
    public long lacking(Lacking what) {
        return lacking.getOrDefault(what, 0L);
    }

    /** A few variants that lack this. */
    public List<String> examples(Lacking what) {
        return examples.getOrDefault(what, List.of());
    }

    /** Not thread-safe. */
    static final class Builder {

        private final int mostExamples;
        private final Map<Lacking, Long> lacking = new EnumMap<>(Lacking.class);
        private final Map<Lacking, List<String>> examples = new EnumMap<>(Lacking.class);
        private long listed;

        Builder(int mostExamples) {
            this.mostExamples = mostExamples;
        }

        /** @param lacks bits of {@link Lacking} */
        void add(String example, int lacks) {
            listed++;
            for (Lacking what : Lacking.all()) {
                if ((lacks & what.bit()) != 0) {
                    lacking.merge(what, 1L, Long::sum);
                    List<String> named = examples.computeIfAbsent(what, any -> new ArrayList<>());
                    if (named.size() < mostExamples) {
                        named.add(example);
                    }
                }
            }
        }

        CompletenessCounts build() {
            return new CompletenessCounts(listed, lacking, examples);
        }
    }
}

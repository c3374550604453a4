package dev.partnercatalog.operations.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A part of a report. */
public sealed interface Part
        permits Part.Facts, Part.Words, Part.Warnings, Part.Section, Part.Items, Part.Json, Part.Verbatim, ReportTable {

    /**
     * A term and its value; without a value, people aren't told of it.
     *
     * @param key the member's name for programs, null for none
     * @param term the name for people, null for none
     */
    record Fact(@Nullable String key, @Nullable String term, Cell cell) {}

    /** Terms and their values. */
    record Facts(List<Fact> facts) implements Part {
        public Facts {
            facts = List.copyOf(facts);
        }

        public static Facts of(Fact... facts) {
            return new Facts(Arrays.asList(facts));
        }

        /** These and others. */
        public Facts and(Facts others) {
            return new Facts(
                    Stream.concat(facts.stream(), others.facts.stream()).toList());
        }
    }

    /**
     * A sentence for people.
     *
     * @param quiet whether it only explains
     */
    record Words(String text, boolean quiet) implements Part {}

    /**
     * Why the report should be read with care.
     *
     * @param key the member's name for programs, null for none
     * @param before what people read before each of them
     */
    record Warnings(@Nullable String key, String before, List<String> texts) implements Part {
        public Warnings {
            texts = List.copyOf(texts);
        }
    }

    /** Parts under a heading. */
    record Section(String heading, List<Part> parts) implements Part {
        public Section {
            parts = List.copyOf(parts);
        }

        public static Section of(String heading, Part... parts) {
            return new Section(heading, Arrays.asList(parts));
        }
    }

    /** Reports within the report, one after the other. */
    record Items(String key, List<Report> reports) implements Part {
        public Items {
            reports = List.copyOf(reports);
        }
    }

    /** A document in JSON, as it is. */
    record Json(String key, String title, String text) implements Part {}

    /** Text for people, as it is. */
    record Verbatim(String title, String text) implements Part {}

    /** A fact for people and programs. */
    static Fact fact(String key, String term, Cell cell) {
        return new Fact(key, term, cell);
    }

    /** A fact for people. */
    static Fact shown(String term, Cell cell) {
        return new Fact(null, term, cell);
    }

    /** A fact for programs. */
    static Fact inJson(String key, Cell cell) {
        return new Fact(key, null, cell);
    }

    static Words words(String text) {
        return new Words(text, false);
    }
}

package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.report.Part;
import org.jspecify.annotations.Nullable;

/**
 * What came of an operation.
 *
 * @param words a sentence for people
 * @param facts what a command prints, and a page shows besides the words; without facts, a command prints the words
 * @param hint where to look next, with commands; null for none
 */
public record Result(
        String words, Part.Facts facts, @Nullable String hint) {

    static Result of(String words) {
        return new Result(words, Part.Facts.of(), null);
    }

    static Result of(String words, Part.Facts facts) {
        return new Result(words, facts, null);
    }

    Result withHint(String next) {
        return new Result(words, facts, next);
    }
}

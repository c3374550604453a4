package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.ReportTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of an operation. Immutable.
 *
 * @param words a sentence for people, or several, each on a line
 * @param facts what a command prints, and a page shows besides the words; without facts, a command prints the words
 * @param table what was done to each of many things, which people are told before the words; null if it was one
 * @param faults what couldn't be done
 * @param hint where to look next, with commands; null for none
 * @param another how to get another secret if this one is lost before anybody saw it; null if the facts hold none
 */
public record Result(
        String words,
        Part.Facts facts,
        @Nullable ReportTable table,
        List<String> faults,
        @Nullable String hint,
        @Nullable String another) {

    public Result {
        faults = List.copyOf(faults);
    }

    static Result of(String words) {
        return new Result(words, Part.Facts.of(), null, List.of(), null, null);
    }

    Result with(Part.Facts said) {
        return new Result(words, said, table, faults, hint, another);
    }

    Result with(ReportTable many) {
        return new Result(words, facts, many, faults, hint, another);
    }

    Result withFaults(List<String> told) {
        return new Result(words, facts, table, told, hint, another);
    }

    Result withHint(String next) {
        return new Result(words, facts, table, faults, next, another);
    }

    Result orAnother(String way) {
        return new Result(words, facts, table, faults, hint, way);
    }
}

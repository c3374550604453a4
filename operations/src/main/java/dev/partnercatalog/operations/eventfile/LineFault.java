package dev.partnercatalog.operations.eventfile;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Why a line doesn't fit, or is probably not what its author meant.
 *
 * @param field path of the field at fault, such as {@code thc.avg} or {@code assets.Product[0].url}; empty if the line
 *     as a whole is at fault
 * @param problem the problem, in words that follow the field's name
 */
public record LineFault(String field, String problem) {

    /** Several of one line, in one line of text. */
    public static String inWords(List<LineFault> faults) {
        return faults.stream().map(LineFault::toString).collect(Collectors.joining("; "));
    }

    @Override
    public String toString() {
        return field.isEmpty() ? problem : field + ": " + problem;
    }
}

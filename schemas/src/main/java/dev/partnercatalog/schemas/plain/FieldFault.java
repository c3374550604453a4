package dev.partnercatalog.schemas.plain;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Why an event doesn't fit, or hardly does what its author meant.
 *
 * @param field path of the field at fault, such as {@code thc.avg} or {@code assets.Product[0].url}; empty if the event
 *     as a whole is at fault
 * @param problem the problem, in words that follow the field's name
 */
public record FieldFault(String field, String problem) {

    /** Several of one event, in one line of text. */
    public static String inWords(List<FieldFault> faults) {
        return faults.stream().map(FieldFault::toString).collect(Collectors.joining("; "));
    }

    @Override
    public String toString() {
        return field.isEmpty() ? problem : field + ": " + problem;
    }
}

package dev.partnercatalog.operations.eventfile;

/**
 * Why a line doesn't fit.
 *
 * @param field path of the field at fault, such as {@code thc.avg} or {@code assets.Product[0].url}; empty if the line
 *     as a whole is at fault
 * @param problem the problem, in words that follow the field's name
 */
public record LineFault(String field, String problem) {

    @Override
    public String toString() {
        return field.isEmpty() ? problem : field + ": " + problem;
    }
}

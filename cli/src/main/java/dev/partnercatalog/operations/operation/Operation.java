package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.audit.Audit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that an operator can do, and that changes something. It has one record in the audit log. Immutable.
 *
 * @param name group and verb, such as {@code client disable}: the command's, and the record's
 */
public record Operation(
        String name, Words words, List<Parameter> parameters, Set<Extra> extras, Preparation preparation) {

    /**
     * What people read before they do it.
     *
     * @param says what it does
     * @param prints what a command prints; empty if it prints a sentence
     * @param asks what a page asks before it is done; null if nothing has to be asked
     */
    public record Words(
            String says, String prints, @Nullable String asks) {}

    /** What else a command accepts. */
    public enum Extra {
        /** The file with the operator's master key. The console has none. */
        MASTER_KEY,
        /** A flag that asks for the result as JSON. Without it, facts are always JSON. */
        REPORT,
        /** No page: what it needs, or what it returns, is only for a command. */
        COMMAND_ONLY
    }

    /** Checks what was given, and finds out what has to be known before. Nothing is changed yet. */
    @FunctionalInterface
    public interface Preparation {

        /**
         * Returns the task.
         *
         * @throws WrongUsageException if the parameters don't go together
         * @throws dev.partnercatalog.operations.OperatorFault if it is impossible
         */
        Task of(Given given, Means means);
    }

    /**
     * The work, and what it is done to.
     *
     * @param target the object of the action, in words for the audit log; never a secret
     * @param changes whether anything is changed, so that it is recorded
     */
    public record Task(String target, boolean changes, Audit.Work<Result> work) {
        Task(String target, Audit.Work<Result> work) {
            this(target, true, work);
        }
    }

    public Operation {
        parameters = List.copyOf(parameters);
        extras = Set.copyOf(extras);
    }

    static Operation of(String name, Words words, List<Parameter> parameters, Preparation preparation) {
        return new Operation(name, words, parameters, Set.of(), preparation);
    }

    Operation with(Extra extra) {
        return new Operation(name, words, parameters, Set.of(extra), preparation);
    }

    /** The commands under which this one is. */
    public String group() {
        return name.substring(0, name.lastIndexOf(' '));
    }

    public String verb() {
        return name.substring(name.lastIndexOf(' ') + 1);
    }
}

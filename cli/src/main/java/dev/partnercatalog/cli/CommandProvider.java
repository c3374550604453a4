package dev.partnercatalog.cli;

/**
 * Adds a command to {@code ./catalog} from outside this module, found by {@link java.util.ServiceLoader}, so that
 * commands that don't belong in the production image stay out of it.
 */
public interface CommandProvider {

    /** A class with picocli's {@code @Command}, {@link Runnable} or {@code Callable<Integer>}, and a public constructor without parameters. */
    Class<?> command();
}

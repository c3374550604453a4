package dev.partnercatalog.cli;

/**
 * Adds a command to {@code ./catalog} from outside this module, found by {@link java.util.ServiceLoader}: commands that
 * the production image doesn't carry stay out of it that way.
 */
public interface CommandProvider {

    /** A class with picocli's {@code @Command}, {@link Runnable} or {@code Callable<Integer>}, and a public constructor without parameters. */
    Class<?> command();
}

package dev.partnercatalog.runtime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a process that can't do its work any more, so that its supervisor starts a new one. */
public final class ProcessEnd {

    /** The exit status: the operating system's code for an internal software error. */
    public static final int STATUS = 70;

    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnd.class);

    private ProcessEnd() {}

    /** Says why and ends the process at once, whatever its threads do: nothing is closed, as after a kill. */
    public static void now(String reason) {
        LOG.error("The process ends: {}", reason);
        Runtime.getRuntime().halt(STATUS);
    }

    /** Whether a fault says that there was no memory. What then still runs can't be trusted. */
    static boolean isOutOfMemory(Throwable fault) {
        for (Throwable link = fault; link != null && link.getCause() != link; link = link.getCause()) {
            if (link instanceof OutOfMemoryError) {
                return true;
            }
        }
        return false;
    }
}

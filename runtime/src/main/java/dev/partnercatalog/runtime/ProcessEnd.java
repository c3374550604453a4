package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.StoreFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a process that can no longer do its work, so that its supervisor starts a new one. */
public final class ProcessEnd {

    /** The exit status: the operating system's code for an internal software error. */
    public static final int STATUS = 70;

    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnd.class);

    private ProcessEnd() {}

    /** Logs the reason and ends the process at once: nothing is closed, as after a kill. */
    public static void now(String reason) {
        LOG.error("Ending the process: {}", reason);
        Runtime.getRuntime().halt(STATUS);
    }

    /** Whether a fault shows that memory ran out. Anything still running after that can't be trusted. */
    static boolean isOutOfMemory(Throwable fault) {
        return StoreFault.chain(fault).stream().anyMatch(OutOfMemoryError.class::isInstance);
    }
}

package dev.partnercatalog.cli.output;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs who changed what: one structured line for each change, for whatever collects the logs. */
public final class ChangeLog {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeLog.class);

    private ChangeLog() {}

    /**
     * Logs a change that the operating system's user made by a command.
     *
     * @param what the command, such as {@code client disable}
     * @param target the object of the change, in words; never a secret
     */
    public static void changed(String what, String target) {
        LOG.atInfo()
                .addKeyValue("who", System.getProperty("user.name"))
                .addKeyValue("what", what)
                .addKeyValue("target", target)
                .log("changed");
    }
}

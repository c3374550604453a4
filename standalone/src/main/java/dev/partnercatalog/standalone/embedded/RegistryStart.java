package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.standalone.embedded.RegistryCopy.RefusedException;
import dev.partnercatalog.standalone.embedded.RegistryServer.EndedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One start of the registry. It serves only if it has all schemas of the copy: a registry that has lost some would give
 * applications that register their schemas content ids which existing records already carry, for other schemas.
 */
final class RegistryStart {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryStart.class);
    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(60);

    private final Path home;
    private final Path directory;
    private final int port;
    private final RegistryDatabase database;
    private final RegistryCopy copy;

    RegistryStart(Path home, Path directory, int port, RegistryDatabase database, RegistryCopy copy) {
        this.home = home;
        this.directory = directory;
        this.port = port;
        this.database = database;
        this.copy = copy;
    }

    /** Starts it, with the schemas of the copy if the database is damaged. */
    RegistryServer run() throws IOException, InterruptedException, TimeoutException {
        boolean found = database.exists();
        if (!found && copy.exists()) {
            return withCopy(start(), "is missing", null);
        }
        RegistryServer server;
        try {
            server = start();
        } catch (EndedException e) {
            if (!found) {
                throw e;
            }
            return startAnew("can't be opened");
        }
        String fault = endingIfFailed(server, () -> fault(server));
        if (fault == null) {
            return server;
        }
        server.end();
        return startAnew(fault);
    }

    private RegistryServer start() {
        return RegistryServer.start(home, directory, port);
    }

    /** The fault in the database, if any; H2 silently opens a damaged one in an older state, even an empty one. */
    private @Nullable String fault(RegistryServer server) throws IOException, InterruptedException, TimeoutException {
        if (copy.contents() == null) {
            return null;
        }
        try {
            long lost = copy.export(server.url(), EXPORT_TIMEOUT).lost();
            return lost == 0 ? null : "lacks schemas or versions that its copy has (%d)".formatted(lost);
        } catch (RefusedException e) {
            return "can't be read: " + e.getMessage();
        }
    }

    private RegistryServer startAnew(String fault) throws IOException, InterruptedException, TimeoutException {
        Path aside = database.setAside();
        RegistryServer server;
        try {
            server = start();
        } catch (RuntimeException e) {
            // It wasn't the database's fault then.
            database.putBack(aside);
            throw e;
        }
        return withCopy(server, fault, aside);
    }

    private RegistryServer withCopy(RegistryServer empty, String fault, @Nullable Path aside)
            throws IOException, InterruptedException, TimeoutException {
        String refusal = endingIfFailed(empty, () -> {
            if (aside != null) {
                database.keepOnly(aside);
            }
            return refusal(empty);
        });
        RegistryContents contents = copy.contents();
        if (refusal == null && contents != null) {
            LOG.warn(
                    "The registry's database in {} {}. It starts with an empty one and imports {} schemas from its"
                            + " copy, with their previous content ids{}",
                    directory,
                    fault,
                    contents.schemas().size(),
                    where(aside));
            return empty;
        }
        LOG.warn(
                "The registry's database in {} {}, and {}. The registry starts empty. The applications register their"
                        + " own schemas again, in the same order; the content ids of schemas that others registered are"
                        + " lost, and records that carry those can't be read{}",
                directory,
                fault,
                refusal,
                where(aside));
        if (contents == null) {
            return empty;
        }
        // It may have imported a part.
        empty.end();
        copy.setAside(aside == null ? database.setAside() : aside);
        database.delete();
        return start();
    }

    private static String where(@Nullable Path aside) {
        return aside == null ? "" : "; the old database is in " + aside;
    }

    /** Why the copy is of no use to the server; null if the server has imported it. */
    private @Nullable String refusal(RegistryServer server) throws IOException, InterruptedException, TimeoutException {
        if (copy.contents() == null) {
            return copy.exists() ? "its copy can't be read" : "it has no copy";
        }
        try {
            copy.restore(server.url(), EXPORT_TIMEOUT);
            return null;
        } catch (RefusedException e) {
            return "its copy is refused: " + e.getMessage();
        }
    }

    private interface Question {
        @Nullable
        String answer() throws IOException, InterruptedException, TimeoutException;
    }

    private static @Nullable String endingIfFailed(RegistryServer server, Question question)
            throws IOException, InterruptedException, TimeoutException {
        boolean answered = false;
        try {
            String answer = question.answer();
            answered = true;
            return answer;
        } finally {
            if (!answered) {
                server.end();
            }
        }
    }
}

package dev.partnercatalog.benchmarks.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command from its start to its end, with all processes that it starts and waits for.
 *
 * @param seconds the time that a user waits
 * @param processorSeconds in user and system mode
 */
record ShortRun(int status, double seconds, double processorSeconds) {

    private static final long PATIENCE_SECONDS = 120;

    /**
     * Runs a command.
     *
     * @param log file for its errors
     * @throws IOException also if it doesn't end in time
     */
    static ShortRun of(File log, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        // The shell's own clock, because only its parent can query the processor time of a process that has ended.
        List<String> timed = new ArrayList<>(List.of(
                "bash",
                "-c",
                "exec 3>&1; TIMEFORMAT='%R %U %S'; { time \"$@\" >/dev/null 2>>\"$0\"; } 2>&3",
                log.getPath()));
        timed.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(timed).redirectError(ProcessBuilder.Redirect.appendTo(log));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new IOException(command + " did not end in " + PATIENCE_SECONDS + " s");
        }
        String[] times = new String(process.getInputStream().readAllBytes(), US_ASCII)
                // Some locales use a comma.
                .replace(',', '.')
                .strip()
                .split(" ", -1);
        return new ShortRun(
                process.exitValue(),
                Double.parseDouble(times[0]),
                Double.parseDouble(times[1]) + Double.parseDouble(times[2]));
    }

    /** Returns this run; throws {@link IOException} if it failed. */
    ShortRun expectDone(File log) throws IOException {
        if (status != 0) {
            throw new IOException("a command ended with status " + status + "; " + log + " says why");
        }
        return this;
    }
}

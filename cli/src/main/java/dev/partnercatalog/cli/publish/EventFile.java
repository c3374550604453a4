package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.output.Terminal;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.eventfile.FileFormat;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A file of events as given on the command line: {@code -} is standard input.
 *
 * @param format null to derive it from the name
 */
record EventFile(String name, @Nullable FileFormat format) {

    private static final String STANDARD_INPUT = "-";

    /** What to do with a file's events. */
    @FunctionalInterface
    interface Use<T> {
        T of(EventLines lines) throws IOException;
    }

    /**
     * The topic of the file's events.
     *
     * @param given null to derive it from the name
     * @throws OperatorFault if the name doesn't contain it
     */
    CatalogTopic topic(@Nullable CatalogTopic given) {
        return given != null
                ? given
                : FileFormat.topicOfName(baseName())
                        .orElseThrow(() -> new OperatorFault(name
                                + " is not named after a topic: specify one with --topic, " + InputTopic.choices()));
    }

    /**
     * Opens the file and closes it again.
     *
     * @param watched whether to show a progress bar
     * @throws OperatorFault if it can't be read
     */
    <T> T use(CatalogTopic topic, boolean watched, Use<T> use) {
        FileFormat known = format != null ? format : FileFormat.ofName(name);
        try (InputStream in = watched ? ProgressBar.wrap(open(), bar(topic)) : open()) {
            return use.of(known.read(topic, in));
        } catch (IOException e) {
            throw new OperatorFault(name + " can't be read: " + e.getMessage(), e);
        }
    }

    /** The name without its folders. */
    private String baseName() {
        Path file = Path.of(name).getFileName();
        return file == null ? name : file.toString();
    }

    private InputStream open() throws IOException {
        if (name.equals(STANDARD_INPUT)) {
            return System.in;
        }
        Path path = Path.of(name);
        if (Files.isDirectory(path)) {
            throw new OperatorFault(name + " is a folder, not a file of events");
        }
        if (!Files.exists(path)) {
            throw new OperatorFault("there is no file " + name);
        }
        if (!Files.isReadable(path)) {
            throw new OperatorFault(name + " can't be read: permission denied");
        }
        // The stream that Files opens seeks, which a pipe can't.
        return new FileInputStream(path.toFile());
    }

    private ProgressBarBuilder bar(CatalogTopic topic) throws IOException {
        boolean sized = !name.equals(STANDARD_INPUT) && Files.isRegularFile(Path.of(name));
        return Terminal.byteBar(topic.baseName(), sized ? Files.size(Path.of(name)) : -1);
    }
}

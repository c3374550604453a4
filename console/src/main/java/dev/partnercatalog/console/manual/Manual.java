package dev.partnercatalog.console.manual;

import dev.partnercatalog.runtime.html.Place;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents for operators. Immutable. */
public final class Manual {

    /** The first segment of the documents' paths in the console. */
    public static final String FOLDER = "docs";

    private static final String CONTENTS = "docs/operators/README.md";

    private static final List<String> PATHS = List.of(
            "docs/operators/incidents.md",
            "docs/operators/run.md",
            "docs/operators/webhooks.md",
            "docs/operators/deploy.md",
            "docs/operators/upgrades.md",
            "docs/operators/backup-and-recovery.md",
            "docs/sizing.md",
            "docs/settings.md",
            "docs/metrics.md",
            "docs/console.md",
            "docs/dead-letters.md",
            "docs/kubernetes.md",
            "docs/security.md",
            "docs/glossary.md");

    private final Chapter contents;
    private final Map<String, Chapter> chapters;

    private Manual(Chapter contents, Map<String, Chapter> chapters) {
        this.contents = contents;
        this.chapters = Map.copyOf(chapters);
    }

    /**
     * Reads all documents.
     *
     * @throws IllegalArgumentException if a document contains something that the console doesn't show
     */
    public static Manual load() {
        Map<String, Chapter> chapters = new HashMap<>();
        PATHS.forEach(path -> chapters.put(name(path), chapter(path)));
        return new Manual(chapter(CONTENTS), chapters);
    }

    private static Chapter chapter(String path) {
        return MarkdownView.of(path, read(path), Manual::place);
    }

    /** The list of the others. */
    public Chapter contents() {
        return contents;
    }

    /** The others by their names, which are those of their files. */
    public Map<String, Chapter> chapters() {
        return chapters;
    }

    /** Where the console shows a file of the repository; null if it doesn't. */
    private static @Nullable Place place(String path) {
        if (path.equals(CONTENTS)) {
            return Place.of(FOLDER);
        }
        return PATHS.contains(path) ? Place.of(FOLDER, name(path)) : null;
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1, path.length() - ".md".length());
    }

    private static String read(String path) {
        try (InputStream in = Manual.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new FileNotFoundException(path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("a file of the program itself", e);
        }
    }
}

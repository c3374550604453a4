package dev.partnercatalog.runtime.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How an orderly close left the files of all tasks: their names, sizes and times of change. To open every store only to see
 * that it is whole takes as long as to open it for use. A note counts for one start, so what it can't show, a disk that
 * lost bytes by itself, is found by the start after it.
 */
final class ClosedTasks {

    private static final String NOTE = ".closed";

    private final Set<String> files;

    private ClosedTasks(Set<String> files) {
        this.files = files;
    }

    /** Notes how tasks are left, which nobody may be using. */
    static void note(Path folder, Collection<Path> tasks) throws IOException {
        List<String> files = new ArrayList<>();
        for (Path task : tasks) {
            files.addAll(filesOf(task));
        }
        Files.write(folder.resolve(NOTE), files);
    }

    /** Takes the note away and returns what it says; empty if the last run wasn't closed in order. */
    static Optional<ClosedTasks> take(Path folder) throws IOException {
        Path note = folder.resolve(NOTE);
        try {
            // Bytes that are no text match no file.
            String text = new String(Files.readAllBytes(note), StandardCharsets.UTF_8);
            Files.delete(note);
            return Optional.of(new ClosedTasks(text.lines().collect(Collectors.toUnmodifiableSet())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Whether a task has the files that it was left with, unchanged, and no others. */
    boolean isUntouched(Path task) throws IOException {
        String own = task.getFileName() + "/";
        return filesOf(task)
                .equals(files.stream().filter(file -> file.startsWith(own)).collect(Collectors.toSet()));
    }

    private static Set<String> filesOf(Path task) throws IOException {
        Set<String> files = new TreeSet<>();
        try (Stream<Path> inside = Files.walk(task)) {
            for (Path file : inside.filter(Files::isRegularFile).toList()) {
                files.add("%s/%s %d %s"
                        .formatted(
                                task.getFileName(),
                                task.relativize(file),
                                Files.size(file),
                                Files.getLastModifiedTime(file)));
            }
        }
        return files;
    }
}

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
 * The files of all tasks as an orderly close left them: their names, sizes and modification times. Opening every store
 * just to check that it is intact takes as long as opening it for use. A note counts for one start only, so what it
 * can't detect, such as a disk that lost bytes, is found at the next start.
 */
final class ClosedTasks {

    private static final String NOTE = ".closed";

    private final Set<String> files;

    private ClosedTasks(Set<String> files) {
        this.files = files;
    }

    /** Notes the state of tasks, which nothing may be using. */
    static void note(Path folder, Collection<Path> tasks) throws IOException {
        List<String> files = new ArrayList<>();
        for (Path task : tasks) {
            files.addAll(filesOf(task));
        }
        Files.write(folder.resolve(NOTE), files);
    }

    /** Removes the note and returns its content; empty if the last run wasn't closed properly. */
    static Optional<ClosedTasks> take(Path folder) throws IOException {
        Path note = folder.resolve(NOTE);
        try {
            // Bytes that are not text match no file.
            String text = new String(Files.readAllBytes(note), StandardCharsets.UTF_8);
            Files.delete(note);
            return Optional.of(new ClosedTasks(text.lines().collect(Collectors.toUnmodifiableSet())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Whether a task has exactly the files with which it was left, unchanged. */
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

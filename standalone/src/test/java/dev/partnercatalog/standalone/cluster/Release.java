package dev.partnercatalog.standalone.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A release unpacked from its archive, as {@code mvn -Prelease package} builds it. */
record Release(Path folder) {

    /** Unpacks an archive into an empty folder. */
    static Release unpack(Path archive, Path into) throws IOException, InterruptedException {
        Files.createDirectories(into);
        Process tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", into.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tar.waitFor() != 0) {
            throw new AssertionError(archive + " can't be unpacked: " + output);
        }
        try (Stream<Path> found = Files.list(into)) {
            List<Path> folders = found.filter(Files::isDirectory).toList();
            if (folders.size() != 1) {
                throw new AssertionError(archive + " contains " + folders + " instead of one folder");
            }
            return new Release(folders.get(0));
        }
    }

    /** The class path of its program. */
    String classPath() {
        return folder.resolve("lib") + "/*";
    }
}

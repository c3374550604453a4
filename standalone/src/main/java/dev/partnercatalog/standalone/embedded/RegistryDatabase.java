package dev.partnercatalog.standalone.embedded;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** The files of the registry's database. They may be moved only while no registry runs. */
final class RegistryDatabase {
    /** The name that the registry is told to use; H2 appends the kind of file to it. */
    static final String NAME = "registry";

    private static final String DAMAGED = "registry-damaged-";

    private final Path directory;
    private final Path file;

    RegistryDatabase(Path directory) {
        this.directory = directory;
        this.file = directory.resolve(NAME + ".mv.db");
    }

    boolean exists() {
        return Files.exists(file);
    }

    /** Differs after each change, because the registry writes each one at once. */
    Stamp stamp() throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size());
        } catch (NoSuchFileException e) {
            return Stamp.NONE;
        }
    }

    /** When the file was last written, and its length. */
    record Stamp(FileTime written, long size) {
        static final Stamp NONE = new Stamp(FileTime.fromMillis(0), -1);
    }

    /** Moves the files to a new folder beside them, so that the registry starts with an empty database. */
    Path setAside() throws IOException {
        Path aside = Files.createDirectories(directory.resolve(DAMAGED + System.currentTimeMillis()));
        move(directory, aside);
        return aside;
    }

    /** Undoes {@link #setAside}. */
    void putBack(Path aside) throws IOException {
        delete();
        move(aside, directory);
        Files.delete(aside);
    }

    /** Deletes the files, but nothing that was set aside. */
    void delete() throws IOException {
        deleteIn(directory, NAME + ".*");
    }

    /** Deletes everything that was ever set aside except this. */
    void keepOnly(Path aside) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, DAMAGED + "*")) {
            for (Path folder : folders) {
                if (!folder.equals(aside)) {
                    deleteIn(folder, "*");
                    Files.delete(folder);
                }
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(from, NAME + ".*")) {
            for (Path source : files) {
                Files.move(source, to.resolve(source.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    private static void deleteIn(Path folder, String names) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, names)) {
            for (Path doomed : files) {
                Files.delete(doomed);
            }
        }
    }
}

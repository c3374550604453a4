package dev.partnercatalog.runtime.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.rocksdb.NativeLibraryLoader;

/**
 * Where this process unpacks the libraries with machine code that come in jars: RocksDB's, and those that compress
 * Kafka's records. By default that is the machine's temporary folder, where a killed process leaves them. The library
 * for LZ4 stays there: it removes old ones itself, and does without if it can't be loaded. Thread-safe.
 */
public final class NativeLibraries {

    private static final String FOLDER = "native";
    private static final String CHOSEN = "catalog.native.libraries";
    private static final long LEAST_ROOM = 32L << 20;
    private static final List<CompressionType> UNPACKED_HERE = List.of(CompressionType.SNAPPY, CompressionType.ZSTD);

    /** Longer than the moment between unpacking a library and loading it. Loaded ones no longer need their file. */
    private static final Duration IN_USE = Duration.ofMinutes(1);

    private NativeLibraries() {}

    /**
     * Unpacks them to a folder inside one that this process doesn't share, and loads them. Does nothing if they are
     * loaded already.
     *
     * @throws StateFolderException if that is impossible there, with the reason
     */
    public static synchronized void load(Path parent) {
        if (System.getProperty(CHOSEN) != null) {
            return;
        }
        Path folder = parent.resolve(FOLDER);
        use(folder, Duration.ZERO);
        try {
            NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
            for (CompressionType type : UNPACKED_HERE) {
                Compression.of(type)
                        .build()
                        .wrapForOutput(new ByteBufferOutputStream(0), RecordBatch.CURRENT_MAGIC_VALUE)
                        .close();
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new StateFolderException("a native library can't be loaded from " + folder + ": " + e, e);
        }
        System.setProperty(CHOSEN, folder.toString());
    }

    /**
     * Unpacks those that compress records to a folder inside {@code cache}, which other processes may use at the same
     * time. If that is impossible, they go where they go by default.
     *
     * @throws StateFolderException if they can't be loaded from there either; the reason is the cache's
     */
    public static void share(Path cache) {
        try {
            use(cache.resolve(FOLDER), IN_USE);
        } catch (StateFolderException e) {
            try {
                requireUsable(Path.of(System.getProperty("java.io.tmpdir")));
            } catch (IOException | StateFolderException otherwise) {
                e.addSuppressed(otherwise);
                throw e;
            }
        }
    }

    private static void use(Path folder, Duration spared) {
        try {
            Files.createDirectories(folder);
            OwnerOnly.restrict(folder);
            deleteOld(folder, Instant.now().minus(spared));
            requireUsable(folder);
        } catch (IOException e) {
            throw new StateFolderException("the folder " + folder + " for native libraries can't be used: " + e, e);
        }
        System.setProperty("org.xerial.snappy.tempdir", folder.toString());
        System.setProperty("ZstdTempFolder", folder.toString());
    }

    private static void deleteOld(Path folder, Instant before) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (!Files.getLastModifiedTime(file).toInstant().isAfter(before)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static void requireUsable(Path folder) throws IOException {
        long room = Files.getFileStore(folder).getUsableSpace();
        if (room < LEAST_ROOM) {
            throw new StateFolderException(
                    "the disk of the folder %s for native libraries is full (%d KiB left, %d MiB are needed): make room"
                            .formatted(folder, room >> 10, LEAST_ROOM >> 20));
        }
        Path probe = Files.createTempFile(
                folder,
                "probe",
                null,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        boolean executable = Files.isExecutable(probe);
        Files.delete(probe);
        if (!executable) {
            throw new StateFolderException("native libraries can't be loaded from " + folder
                    + ": its file system is mounted with noexec: mount it without, or choose another folder");
        }
    }
}

package dev.partnercatalog.operations.backup;

import dev.partnercatalog.operations.OnSignal;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.webhook.state.Hash;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a backup to a temporary file beside its destination, which only its owner can read, and moves it there once it
 * is complete. Not thread-safe.
 *
 * <p>The format, compressed as a whole by gzip:
 *
 * <pre>
 * magic     8 bytes, "PCBACKUP"
 * format    int
 * parts     of each: its name, records, and the byte 0
 *   record  byte 1, partition int, key length int, key, value length int (-1: a deletion), value
 * manifest  length int, JSON
 * checksum  SHA-256 of everything before it
 * seal      32 bytes that can be computed from the checksum only with the master key
 * </pre>
 */
final class BackupWriter implements AutoCloseable {

    static final byte[] MAGIC = "PCBACKUP".getBytes(StandardCharsets.US_ASCII);
    static final int FORMAT = 1;
    static final int RECORD = 1;
    static final int END = 0;

    private static final int BUFFER = 64 << 10;

    private final Path file;
    private final Path beside;
    private final MasterKey key;
    private final MessageDigest digest = Hash.sha256();
    private final DigestOutputStream digested;
    private final DataOutputStream out;
    private final OnSignal ended;

    /** Throws {@link OperatorFault} if the place is taken, or nothing can be written there. */
    BackupWriter(Path file, MasterKey key) {
        this.file = file;
        this.key = key;
        if (Files.exists(file)) {
            throw new OperatorFault(file + " already exists: a backup never overwrites a file");
        }
        try {
            beside = createBeside(file.toAbsolutePath());
        } catch (IOException e) {
            throw unwritten(e);
        }
        ended = new OnSignal("delete-backup", this::delete);
        try {
            OutputStream written = Files.newOutputStream(beside);
            digested = new DigestOutputStream(
                    new BufferedOutputStream(new GZIPOutputStream(written, BUFFER), BUFFER), digest);
            out = new DataOutputStream(digested);
            out.write(MAGIC);
            out.writeInt(FORMAT);
        } catch (IOException e) {
            ended.close();
            delete();
            throw unwritten(e);
        }
    }

    private static Path createBeside(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder == null) {
            throw new IOException("there is no such folder");
        }
        return Files.getFileStore(folder).supportsFileAttributeView("posix")
                ? Files.createTempFile(
                        folder,
                        ".backup",
                        null,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
                : Files.createTempFile(folder, ".backup", null);
    }

    void begin(BackupPart part) {
        write(() -> out.writeUTF(part.title()));
    }

    void record(int partition, byte[] recordKey, byte @Nullable [] value) {
        write(() -> {
            out.writeByte(RECORD);
            out.writeInt(partition);
            out.writeInt(recordKey.length);
            out.write(recordKey);
            out.writeInt(value == null ? -1 : value.length);
            if (value != null) {
                out.write(value);
            }
        });
    }

    void end() {
        write(() -> out.writeByte(END));
    }

    /** Writes what is left, syncs it to disk, and moves the file to its destination. */
    void finish(BackupManifest manifest) {
        write(() -> {
            byte[] json = manifest.json().getBytes(StandardCharsets.UTF_8);
            out.writeInt(json.length);
            out.write(json);
            digested.on(false);
            byte[] checksum = digest.digest();
            out.write(checksum);
            out.write(seal(key, checksum));
            out.close();
            try (FileChannel channel = FileChannel.open(beside, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(beside, file.toAbsolutePath(), StandardCopyOption.ATOMIC_MOVE);
        });
    }

    static byte[] seal(MasterKey key, byte[] checksum) {
        return key.derive("backup/" + HexFormat.of().formatHex(checksum));
    }

    private void write(Step step) {
        try {
            step.take();
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    private OperatorFault unwritten(IOException e) {
        return new OperatorFault("the backup can't be written to " + file + ": " + FaultWords.of(e), e);
    }

    private interface Step {
        void take() throws IOException;
    }

    /** Deletes a backup that isn't complete. */
    @Override
    public void close() {
        write(() -> {
            try (ended;
                    out) {
                Files.deleteIfExists(beside);
            }
        });
    }

    private void delete() {
        write(() -> Files.deleteIfExists(beside));
    }
}

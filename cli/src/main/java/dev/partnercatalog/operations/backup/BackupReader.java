package dev.partnercatalog.operations.backup;

import dev.partnercatalog.operations.GzipInput;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.state.Hash;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a backup from beginning to end. A file may claim anything until its end proves it: no length that it states is
 * allocated before it is bounded, and nothing in it is used as a path.
 */
final class BackupReader {

    private static final int BUFFER = 64 << 10;
    private static final int CHECKSUM = 32;
    private static final int MOST_OF_MANIFEST = 1 << 20;
    private static final int LONGEST_KEY = 64 << 10;

    /** Receives the content of a backup, in order. */
    interface Visitor {

        /** The next record of a part; null deletes the previous value of its key. */
        void record(BackupPart part, int partition, byte[] key, byte @Nullable [] value);

        /** The part has no more records. */
        default void ended(BackupPart part) {}
    }

    /** The file is not as it should be; the message says why. */
    private static final class DamagedException extends Exception {

        private static final long serialVersionUID = 1L;

        DamagedException(String message) {
            super(message);
        }
    }

    private final Path file;
    private final @Nullable MasterKey masterKey;
    private final Visitor visitor;
    private final MessageDigest digest = Hash.sha256();
    private final Map<BackupPart, Long> records = new EnumMap<>(BackupPart.class);

    private BackupReader(Path file, @Nullable MasterKey masterKey, Visitor visitor) {
        this.file = file;
        this.masterKey = masterKey;
        this.visitor = visitor;
    }

    /**
     * Passes on everything in the file, before it is known whether the file is intact.
     *
     * @param masterKey the key under which it was made; null skips this check
     * @throws OperatorFault if the file can't be read, is not a backup, was changed, or is under another master key
     */
    static BackupManifest read(Path file, @Nullable MasterKey masterKey, Visitor visitor) {
        return new BackupReader(file, masterKey, visitor).read();
    }

    private BackupManifest read() {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new OperatorFault(file + " is not a file: a backup is read more than once, so save it as one");
        }
        try (InputStream bytes = Files.newInputStream(file)) {
            return read(bytes);
        } catch (EOFException e) {
            throw new OperatorFault(file + " is cut off: it is not a complete backup", e);
        } catch (ZipException e) {
            throw new OperatorFault(file + " is not a backup, or is damaged: " + e.getMessage(), e);
        } catch (DamagedException e) {
            throw new OperatorFault(file + " is not a usable backup: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new OperatorFault("the backup can't be read from " + file + ": " + FaultWords.of(e), e);
        }
    }

    private BackupManifest read(InputStream bytes) throws IOException, DamagedException {
        DigestInputStream digested =
                new DigestInputStream(new BufferedInputStream(new GzipInput(bytes), BUFFER), digest);
        DataInputStream in = new DataInputStream(digested);
        require(Arrays.equals(bytes(in, BackupWriter.MAGIC.length), BackupWriter.MAGIC), "it doesn't begin like one");
        int format = in.readInt();
        require(
                format == BackupWriter.FORMAT,
                "it is in format " + format + ", but this program reads format " + BackupWriter.FORMAT);
        for (BackupPart part : BackupPart.values()) {
            require(in.readUTF().equals(part.title()), "part " + part.title() + " isn't where it should be");
            readPart(part, in);
        }
        int length = in.readInt();
        require(length > 0 && length <= MOST_OF_MANIFEST, "its manifest can't have " + length + " bytes");
        byte[] json = bytes(in, length);
        byte[] computed = digest.digest();
        digested.on(false);
        byte[] checksum = bytes(in, CHECKSUM);
        require(MessageDigest.isEqual(checksum, computed), "its checksum doesn't match: it was damaged or changed");
        byte[] seal = bytes(in, CHECKSUM);
        require(in.read() < 0, "there is data after its end");
        require(
                masterKey == null || MessageDigest.isEqual(seal, BackupWriter.seal(masterKey, checksum)),
                "it wasn't made under the master key in " + (masterKey == null ? "" : masterKey.file())
                        + ", or was changed since: specify the key of the catalog that it was made of (--secrets,"
                        + " $CATALOG_SECRETS)");
        return agreeing(json);
    }

    private void readPart(BackupPart part, DataInputStream in) throws IOException, DamagedException {
        int next = in.readUnsignedByte();
        for (; next == BackupWriter.RECORD; next = in.readUnsignedByte()) {
            int partition = in.readInt();
            require(
                    partition >= 0 && partition < TopicSettings.MAX_PARTITIONS,
                    "a record of " + part.title() + " is in partition " + partition);
            int keyLength = in.readInt();
            require(keyLength > 0 && keyLength <= LONGEST_KEY, "a key can't have " + keyLength + " bytes");
            byte[] key = bytes(in, keyLength);
            int valueLength = in.readInt();
            require(
                    valueLength >= -1 && valueLength <= TopicSettings.MAX_RECORD_BYTES,
                    "a record's value can't have " + valueLength + " bytes");
            byte[] value = valueLength < 0 ? null : bytes(in, valueLength);
            records.merge(part, 1L, Long::sum);
            visitor.record(part, partition, key, value);
        }
        require(next == BackupWriter.END, "part " + part.title() + " is malformed");
        visitor.ended(part);
    }

    private BackupManifest agreeing(byte[] json) throws DamagedException {
        BackupManifest manifest;
        try {
            manifest = BackupManifest.of(json);
        } catch (IllegalArgumentException e) {
            throw new DamagedException(String.valueOf(e.getMessage()));
        }
        for (BackupPart part : BackupPart.values()) {
            long named = manifest.part(part).records();
            long found = records.getOrDefault(part, 0L);
            require(
                    named == found,
                    "its manifest states " + Quantity.of(named, "record") + " of " + part.title() + ", but there are "
                            + found);
        }
        return manifest;
    }

    private static byte[] bytes(DataInputStream in, int length) throws IOException {
        byte[] read = new byte[length];
        in.readFully(read);
        return read;
    }

    private static void require(boolean right, String otherwise) throws DamagedException {
        if (!right) {
            throw new DamagedException(otherwise);
        }
    }
}

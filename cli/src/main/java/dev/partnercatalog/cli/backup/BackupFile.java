package dev.partnercatalog.cli.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.partnercatalog.cli.backup.SavedRecord.UnfitException;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.RestorePartner;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.plain.ByteOrderMark;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A backup: one JSON object a line, with what it is in {@code type}, its key in {@code id} and the record in
 * {@code record}. The last line has a seal over those before it, which can be made only with the master key: a file that
 * was cut or changed, or belongs to another master key, isn't restored.
 */
final class BackupFile {

    /** What a line can be. */
    enum Kind {
        SIGNING_KEY("signing-key", "signing keys", SigningKey.class),
        CLIENT("client", "clients", Client.class),
        PARTNER("partner", "partners", RestorePartner.class);

        private final String type;
        private final String plural;
        private final Class<? extends SpecificRecord> record;

        Kind(String type, String plural, Class<? extends SpecificRecord> record) {
            this.type = type;
            this.plural = plural;
            this.record = record;
        }

        String plural() {
            return plural;
        }

        static @Nullable Kind of(String type) {
            for (Kind kind : values()) {
                if (kind.type.equals(type)) {
                    return kind;
                }
            }
            return null;
        }
    }

    /** One line. */
    record Entry(Kind kind, String id, SpecificRecord record) {}

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final String SEAL = "seal";
    private static final String SEALING = "backup";
    private static final int MOST_NAMED = 20;

    private BackupFile() {}

    /** Writes a new file, readable only by its owner; it appears when it is complete. */
    static void write(Path file, List<Entry> entries, MasterKey masterKey) {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        try {
            if (Files.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            Path part = Files.createTempFile(folder, file.getFileName() + ".", ".part");
            try {
                if (Files.getFileStore(part).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-------"));
                }
                writeLines(part, entries, masterKey);
                Files.move(part, file);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (FileAlreadyExistsException e) {
            throw new OperatorFault(file + " exists, and a backup never overwrites a file", e);
        } catch (IOException e) {
            throw new OperatorFault("can't write " + file + ": " + FaultWords.of(e), e);
        }
    }

    private static void writeLines(Path file, List<Entry> entries, MasterKey masterKey) throws IOException {
        Mac seal = seal(masterKey);
        try (Writer out = Files.newBufferedWriter(file)) {
            for (Entry entry : entries) {
                String line = JSON.createObjectNode()
                        .put("type", entry.kind().type)
                        .put("id", entry.id())
                        .set("record", SavedRecord.json(entry.record()))
                        .toString();
                seal.update((line + "\n").getBytes(UTF_8));
                out.write(line + "\n");
            }
            String end = HexFormat.of().formatHex(seal.doFinal());
            out.write(JSON.createObjectNode().put("type", SEAL).put(SEAL, end) + "\n");
        }
    }

    /**
     * Reads a whole file.
     *
     * @throws OperatorFault with the numbers of the lines at fault, or if the seal isn't that of this master key
     */
    static List<Entry> read(Path file, MasterKey masterKey) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        List<String> faults = new ArrayList<>();
        Mac seal = seal(masterKey);
        @Nullable String sealed = null;
        int number = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String read = lines.readLine(); read != null; read = lines.readLine()) {
                number++;
                String line = number == 1 ? ByteOrderMark.skip(read) : read;
                try {
                    require(sealed == null, "comes after the end");
                    JsonNode json = JSON.readTree(line);
                    if (json.path("type").asText().equals(SEAL)) {
                        sealed = json.path(SEAL).asText();
                    } else {
                        Entry entry = entry(json);
                        require(entries.put(entry.kind() + " " + entry.id(), entry) == null, "repeats an earlier line");
                        seal.update((line + "\n").getBytes(UTF_8));
                    }
                } catch (JsonProcessingException e) {
                    faults.add("line " + number + " isn't a JSON object");
                } catch (UnfitException e) {
                    faults.add("line " + number + ": " + e.getMessage());
                }
            }
        } catch (CharacterCodingException e) {
            faults.add("line " + (number + 1) + " or a later one isn't UTF-8");
        } catch (IOException e) {
            throw new OperatorFault("can't read " + file + ": " + FaultWords.of(e), e);
        }
        if (faults.isEmpty() && sealed == null) {
            faults.add("it ends at line " + number + " without its last line: it is cut off");
        }
        if (!faults.isEmpty()) {
            int more = faults.size() - MOST_NAMED;
            throw new OperatorFault(file + " is not a usable backup: "
                    + String.join("; ", faults.subList(0, Math.min(MOST_NAMED, faults.size())))
                    + (more > 0 ? "; and " + more + " more" : ""));
        }
        String expected = HexFormat.of().formatHex(seal.doFinal());
        if (!MessageDigest.isEqual(
                expected.getBytes(UTF_8), String.valueOf(sealed).getBytes(UTF_8))) {
            throw new OperatorFault(file + " was changed, or wasn't made under the master key in " + masterKey.file()
                    + ": give the file of the right one with --secrets or $CATALOG_SECRETS");
        }
        return List.copyOf(entries.values());
    }

    private static Entry entry(JsonNode json) throws UnfitException {
        Kind kind = Kind.of(json.path("type").asText());
        if (kind == null) {
            throw new UnfitException("its type is unknown to this version");
        }
        require(json.path("id").isTextual(), "it has no id");
        return new Entry(kind, json.path("id").textValue(), SavedRecord.read(json.path("record"), kind.record));
    }

    private static void require(boolean condition, String problem) throws UnfitException {
        if (!condition) {
            throw new UnfitException(problem);
        }
    }

    private static Mac seal(MasterKey masterKey) {
        try {
            Mac seal = Mac.getInstance("HmacSHA256");
            seal.init(new SecretKeySpec(masterKey.derive(SEALING), "HmacSHA256"));
            return seal;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
        }
    }
}

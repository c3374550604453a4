package dev.partnercatalog.cli.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.SavedPartner;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.Hashes;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.JsonEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * A backup: one JSON object a line. The first line has the schemas of the records, so that a later version can read it.
 * Each of the others has what it is in {@code type}, its key in {@code id}, and in {@code record} the record in Avro's
 * JSON encoding. The last line has a seal over those before it, which can be made only with the master key: a file that
 * was cut or changed, or belongs to another master key, isn't read any further.
 */
final class BackupFile {

    /** What a line can be. */
    enum Kind {
        SIGNING_KEY(CatalogTopic.SIGNING_KEYS, SigningKey.class),
        CLIENT(CatalogTopic.CLIENTS, Client.class),
        PARTNER(CatalogTopic.PARTNER_COMMANDS, SavedPartner.class);

        private final CatalogTopic topic;
        private final Class<? extends SpecificRecord> record;

        Kind(CatalogTopic topic, Class<? extends SpecificRecord> record) {
            this.topic = topic;
            this.record = record;
        }

        CatalogTopic topic() {
            return topic;
        }

        /** What its topic has now; of partners, only the registry knows. */
        TopicTable<?> read(OpenTopics topics) {
            return topics.read(topic, record);
        }

        private SpecificData data() {
            return SpecificData.getForClass(record);
        }

        private Schema schema() {
            return data().getSchema(record);
        }

        private String type() {
            return Json.words(this);
        }

        String plural() {
            return type().replace('-', ' ') + "s";
        }
    }

    record Entry(Kind kind, String id, SpecificRecord record) {}

    private record Line(String type, String id, JsonNode record) {}

    private BackupFile() {}

    /** Writes a new file, readable only by its owner; it appears when it is complete. */
    static void write(Path file, List<Entry> entries, MasterKey masterKey) {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        try {
            Path part = Files.createTempFile(folder, file.getFileName() + ".", ".part"); // Its owner alone may read it.
            try {
                Files.write(part, lines(entries, masterKey));
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

    private static List<String> lines(List<Entry> entries, MasterKey masterKey) throws IOException {
        Map<String, JsonNode> schemas = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            schemas.put(kind.type(), Json.MAPPER.readTree(kind.schema().toString()));
        }
        List<String> lines = new ArrayList<>();
        lines.add(Json.of(schemas));
        for (Entry entry : entries) {
            lines.add(Json.of(new Line(entry.kind.type(), entry.id, json(entry))));
        }
        lines.add(seal(lines, masterKey));
        return lines;
    }

    private static JsonNode json(Entry entry) throws IOException {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        JsonEncoder encoder = EncoderFactory.get().jsonEncoder(entry.kind.schema(), record);
        new SpecificDatumWriter<SpecificRecord>(entry.kind.schema(), entry.kind.data()).write(entry.record, encoder);
        encoder.flush();
        return Json.MAPPER.readTree(record.toByteArray());
    }

    /** Reads a whole file; throws {@link OperatorFault} if it isn't as it was written under this master key. */
    static List<Entry> read(Path file, MasterKey masterKey) {
        try {
            List<String> lines = Files.readAllLines(file);
            int last = lines.size() - 1;
            if (last < 0
                    || !MessageDigest.isEqual(
                            lines.get(last).getBytes(UTF_8),
                            seal(lines.subList(0, last), masterKey).getBytes(UTF_8))) {
                throw new OperatorFault(unusable(file, masterKey));
            }
            return entries(lines.subList(0, last));
        } catch (CharacterCodingException e) {
            throw new OperatorFault(unusable(file, masterKey), e);
        } catch (IOException | AvroRuntimeException e) {
            throw new OperatorFault("can't read " + file + ": " + FaultWords.of(e), e);
        }
    }

    private static String unusable(Path file, MasterKey masterKey) {
        return file + " is not a usable backup: it was cut or changed, or wasn't made under the master key in "
                + masterKey.file() + ": give an intact file, and its master key with --secrets or $CATALOG_SECRETS";
    }

    private static List<Entry> entries(List<String> lines) throws IOException {
        JsonNode schemas = Json.MAPPER.readTree(lines.get(0));
        List<Entry> entries = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            Schema written = new Schema.Parser().parse(schemas.path(kind.type()).toString());
            var reader = new SpecificDatumReader<SpecificRecord>(written, kind.schema(), kind.data());
            for (String line : lines.subList(1, lines.size())) {
                JsonNode json = Json.MAPPER.readTree(line);
                if (json.path("type").asText().equals(kind.type())) {
                    SpecificRecord record = reader.read(
                            null,
                            DecoderFactory.get()
                                    .jsonDecoder(written, json.path("record").toString()));
                    entries.add(new Entry(kind, json.path("id").asText(), record));
                }
            }
        }
        return entries;
    }

    /** The last line after these. */
    private static String seal(List<String> lines, MasterKey masterKey) {
        Mac seal = Hashes.hmac(masterKey.derive("backup"));
        lines.forEach(line -> seal.update((line + "\n").getBytes(UTF_8)));
        return Json.of(Map.of("seal", HexFormat.of().formatHex(seal.doFinal())));
    }
}

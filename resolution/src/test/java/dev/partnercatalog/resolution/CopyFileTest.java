package dev.partnercatalog.resolution;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure reports its seed. */
@DisplayName("D31: a partner's file has the digests of its records, in whatever form it has them")
class CopyFileTest {

    private static final long SEED = Long.getLong("seed", new Random().nextInt(1_000_000));
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DigestedRecords digested = new DigestedRecords(new SplittableRandom(SEED), 200);
    private final List<String> records = digested.records();

    private static List<String> digests(byte[] file) throws Exception {
        return digests(new ByteArrayInputStream(file));
    }

    private static List<String> digests(InputStream file) throws Exception {
        CopyDigest digest = CopyFile.digest(file);
        return IntStream.range(0, CopyDigest.RANGES).mapToObj(digest::digest).toList();
    }

    private void assertRight(String file) throws Exception {
        assertThat(digests(file.getBytes(UTF_8))).as("-Dseed=%s", SEED).isEqualTo(digested.digests());
    }

    @Test
    void records_one_a_line() throws Exception {
        assertRight(String.join("\n", records));
        assertRight("\uFEFF" + String.join("\r\n\r\n", records) + "\r\n");
        for (Charset wide : List.of(UTF_16LE, UTF_16BE)) {
            assertThat(digests(("\uFEFF" + String.join("\n", records)).getBytes(wide)))
                    .as("-Dseed=%s", SEED)
                    .isEqualTo(digested.digests());
        }
    }

    @Test
    void the_stream_of_a_snapshot() throws Exception {
        assertRight(records.stream()
                        .map(record -> "{\"next\":\"AQ\",\"skus\":[\"S\"],\"variant\":" + record + "}")
                        .collect(Collectors.joining("\n"))
                + "\n{\"changes\":\"AQ\"}\n");
    }

    @Test
    void the_pages_of_a_snapshot_and_of_changes() throws Exception {
        String first = String.join(",", records.subList(0, 70));
        String second = String.join(",", records.subList(70, records.size()));
        assertRight("{\"next\":\"AQ\",\"skus\":{\"A\":[\"S\"]},\"variants\":[" + first
                + "]}\n{\"more\":false,\"next\":\"AQ\","
                + "\"removed\":[{\"barcode\":\"A\",\"companyId\":7,\"locationId\":70}],\"variants\":[" + second + "]}");
        assertRight("[" + first + "," + second + "]");
    }

    @Test
    void records_as_a_library_stored_them() throws Exception {
        StringBuilder stored = new StringBuilder();
        for (String record : records) {
            ObjectNode reversed = JSON.createObjectNode();
            List<String> names = new ArrayList<>();
            JsonNode read = JSON.readTree(record);
            read.fieldNames().forEachRemaining(name -> names.add(0, name));
            names.forEach(name -> reversed.set(name, read.get(name)));
            reversed.putArray("changedFields").add("name");
            stored.append(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(reversed))
                    .append('\n');
        }
        assertRight(stored.toString());
    }

    @Test
    void a_record_more_or_less_or_otherwise_changes_its_range_alone() throws Exception {
        List<String> without =
                digests(String.join("\n", records.subList(1, records.size())).getBytes(UTF_8));
        int range = new CopyDigest()
                .range(JSON.readTree(records.get(0)).path("barcode").asText());
        for (int i = 0; i < CopyDigest.RANGES; i++) {
            assertThat(without.get(i).equals(digested.digests().get(i)))
                    .as("range %s, -Dseed=%s", i, SEED)
                    .isEqualTo(i != range);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "barcode,name\n1,a",
                "1",
                "\"x\"",
                "null",
                "[1]",
                "{\"variants\":7}",
                "{\"barcode\":\"A\"",
                "{\"barcode\":\"A\",\"barcode\":\"B\"}",
                "{\"barcode\":\"A\",\"thc\":1e999}",
                "{\"barcode\":\"A\",\"thc\":NaN}",
                "{\"barcode\":\"A\"} x",
                "\u0000\u0001\u0002"
            })
    void what_is_no_file_of_records_is_refused_with_its_place(String file) {
        assertThatThrownBy(() -> digests(file.getBytes(UTF_8)))
                .isInstanceOf(CopyFile.MalformedException.class)
                .hasMessageContaining("line ");
    }

    @Test
    void nothing_fills_the_memory() {
        String deep = "[".repeat(100_000);
        String number = "{\"barcode\":\"A\",\"thc\":" + "1".repeat(1_000) + "}";
        for (String file : List.of(deep, number, "{\"variant\":".repeat(100))) {
            assertThatThrownBy(() -> digests(file.getBytes(UTF_8))).isInstanceOf(CopyFile.MalformedException.class);
        }
        for (String member : List.of("x", "1,", "\"%08d\":1,")) {
            for (String start : List.of("{\"barcode\":\"", "{\"a\":[", "{\"a\":{", "{")) {
                assertThatThrownBy(() -> digests(endless(start, member)))
                        .as("%s %s", start, member)
                        .isInstanceOf(CopyFile.MalformedException.class);
            }
        }
    }

    /** A file that would never end: a start, and then the same again and again, with the number of the time. */
    private static InputStream endless(String start, String member) {
        return new InputStream() {

            private byte[] bytes = start.getBytes(UTF_8);
            private int position;
            private int times;

            @Override
            public int read() {
                if (position == bytes.length) {
                    bytes = String.format(member, times++).getBytes(UTF_8);
                    position = 0;
                }
                return bytes[position++];
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                for (int i = 0; i < length; i++) {
                    into[offset + i] = (byte) read();
                }
                return length;
            }
        };
    }

    @Test
    void what_is_no_UTF_8_is_refused_and_not_taken_for_other_characters() {
        byte[] latin = "{\"barcode\":\"A\",\"name\":\"Fleur d'\u00e9t\u00e9\"}".getBytes(ISO_8859_1);
        byte[] late = (String.join("\n", records) + "\n" + new String(latin, ISO_8859_1)).getBytes(ISO_8859_1);
        byte[] cut = Arrays.copyOf("{\"barcode\":\"\u00e9".getBytes(UTF_8), 13);
        byte[] halfPair = {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'};
        for (byte[] file : List.of(latin, late, cut, halfPair)) {
            assertThatThrownBy(() -> digests(file))
                    .isInstanceOf(CopyFile.MalformedException.class)
                    .hasMessage("this is not text in UTF-8");
        }
    }

    @Test
    void a_file_of_a_few_bytes_is_one_without_records_or_refused() throws Exception {
        List<String> none = digests(new byte[0]);
        assertThat(digests(new byte[] {' '})).isEqualTo(none);
        assertThat(digests("\uFEFF".getBytes(UTF_8))).isEqualTo(none);
        assertThat(digests("\uFEFF".getBytes(UTF_16BE))).isEqualTo(none);
        assertThatThrownBy(() -> digests(new byte[] {'x'})).isInstanceOf(CopyFile.MalformedException.class);
    }

    @Test
    void a_file_that_can_not_be_read_to_its_end_is_not_taken_for_a_shorter_one() throws Exception {
        InputStream closed = InputStream.nullInputStream();
        closed.close();
        InputStream broken =
                new SequenceInputStream(new ByteArrayInputStream(records.get(0).getBytes(UTF_8)), closed);
        assertThatThrownBy(() -> digests(broken))
                .isInstanceOf(IOException.class)
                .hasMessage("Stream closed");
    }
}

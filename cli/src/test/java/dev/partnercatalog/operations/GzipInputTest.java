package dev.partnercatalog.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipInputTest {

    private static final String LINE = "a line\n";

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000, 100_000})
    void members_that_come_in_pieces_are_all_read(int piece) throws IOException {
        byte[] members = concatenated(gzip(LINE.repeat(20_000)), gzip(""), gzip("b"));
        assertThat(text(new GzipInput(inPieces(members, piece)))).isEqualTo(LINE.repeat(20_000) + "b");
    }

    @Test
    void any_number_of_members_is_read() throws IOException {
        byte[][] members = new byte[200][];
        Arrays.fill(members, gzip(LINE.repeat(100)));
        assertThat(text(new GzipInput(new ByteArrayInputStream(concatenated(members)))))
                .isEqualTo(LINE.repeat(20_000));
    }

    @Test
    void bytes_are_read_one_by_one_as_together() throws IOException {
        GzipInput in = new GzipInput(inPieces(concatenated(gzip("é"), gzip("")), 1));
        assertThat(new int[] {in.read(), in.read(), in.read(), in.read()}).containsExactly(0xc3, 0xa9, -1, -1);
    }

    @Test
    void a_second_member_that_is_cut_anywhere_is_cut_off_after_what_the_first_contains() throws IOException {
        byte[] first = gzip(LINE);
        byte[] second = gzip("b");
        for (int length = 2; length < second.length; length++) {
            byte[] bytes = concatenated(first, Arrays.copyOf(second, length));
            for (int piece : new int[] {1, bytes.length}) {
                GzipInput in = new GzipInput(inPieces(bytes, piece));
                assertThat(new String(in.readNBytes(LINE.length()), StandardCharsets.UTF_8))
                        .isEqualTo(LINE);
                assertThatThrownBy(in::readAllBytes).as("%s bytes", length).isInstanceOf(EOFException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"companyId\": 1}\n", "\n", "\u001f", "\0"})
    void what_follows_and_is_no_member_is_damage(String behind) throws IOException {
        byte[] bytes = concatenated(gzip(LINE), behind.getBytes(StandardCharsets.UTF_8));
        GzipInput in = new GzipInput(new ByteArrayInputStream(bytes));
        assertThat(new String(in.readNBytes(LINE.length()), StandardCharsets.UTF_8))
                .isEqualTo(LINE);
        assertThatThrownBy(in::readAllBytes).isInstanceOf(ZipException.class);
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return compressed.toByteArray();
    }

    private static byte[] concatenated(byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part);
        }
        return all.toByteArray();
    }

    /** A pipe whose writer has never written more than a piece: nothing else is available at once. */
    private static InputStream inPieces(byte[] bytes, int piece) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, piece));
            }

            @Override
            public synchronized int available() {
                return 0;
            }
        };
    }
}

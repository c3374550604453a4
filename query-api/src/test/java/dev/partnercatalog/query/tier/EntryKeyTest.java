package dev.partnercatalog.query.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EntryKeyTest {

    private static final int PLACES = 1 << 10;

    @Test
    void barcodes_that_crowd_in_one_place_of_one_process_are_spread_in_another() {
        List<String> crowd = IntStream.range(0, 1_000 * PLACES)
                .mapToObj(Integer::toString)
                .filter(barcode -> place(EntryKey.everywhere(barcode, 1)) == 0)
                .toList();
        assertThat(crowd).hasSizeGreaterThan(500);
        assertThat(crowd.stream()
                        .map(barcode -> place(EntryKey.everywhere(barcode, 2)))
                        .distinct())
                .hasSizeGreaterThan(300);
        assertThat(crowd.stream()
                        .map(barcode -> place(EntryKey.everywhere(barcode)))
                        .distinct())
                .hasSizeGreaterThan(300);
    }

    private static long place(EntryKey key) {
        return key.hash() & (PLACES - 1);
    }
}

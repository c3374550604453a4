package dev.partnercatalog.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {

    @ParameterizedTest
    @CsvSource({
        "512, 256/512 bytes",
        "40000, 20/40 KB",
        "40000000, 20/40 MB",
    })
    void bytes_are_counted_in_a_unit_of_which_there_are_several(long all, String shown) {
        assertThat(lines(all, all / 2)).last().asString().contains(shown);
    }

    @Test
    void bytes_of_an_unknown_number_are_counted_in_kilobytes() {
        assertThat(lines(-1, 5_000)).last().asString().contains("5/? KB");
    }

    private static List<String> lines(long all, long done) {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (ProgressBar bar = Terminal.byteBar("file", all)
                .setConsumer(new DelegatingProgressBarConsumer(lines::add))
                .build()) {
            bar.stepTo(done);
        }
        return lines;
    }
}

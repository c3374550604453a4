package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class FaultWatchTest {

    @Test
    void a_cause_is_named_instead_of_its_effect_even_if_it_came_about_after_it_was_looked_at() {
        AtomicBoolean full = new AtomicBoolean();
        try (RunningParts parts = new RunningParts();
                FaultWatch watch = new FaultWatch(parts)) {
            watch.add(() -> full.get() ? "the disk is full" : null);
            watch.add(() -> {
                full.set(true);
                return "an application has failed";
            });
            watch.start();

            assertThatThrownBy(parts::awaitClosing)
                    .isInstanceOf(OperatorFault.class)
                    .hasMessage("the disk is full");
        }
    }

    @Test
    void that_no_more_files_may_be_open_is_named_with_the_remedy() {
        assertThat(new OpenFiles(1_020, 1_024).exhausted())
                .isEqualTo("1020 of the 1024 files and connections that may be open are: raise the limit (ulimit -n"
                        + " 4096), and start it again");
        assertThat(new OpenFiles(700, 1_024).exhausted()).isNull();
        assertThat(OpenFiles.now().open()).isPositive();
    }
}

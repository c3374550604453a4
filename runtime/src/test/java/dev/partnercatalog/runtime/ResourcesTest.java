package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourcesTest {

    @Test
    void everything_is_closed_in_reverse_order_whatever_happens_and_only_once() {
        List<String> closed = new ArrayList<>();
        Resources resources = new Resources();
        resources.add(() -> closed.add("first"));
        resources.add(() -> {
            closed.add("second");
            throw new IllegalStateException("on purpose");
        });
        resources.add(() -> closed.add("third"));
        resources.close();
        resources.close();
        assertThat(closed).containsExactly("third", "second", "first");
    }
}

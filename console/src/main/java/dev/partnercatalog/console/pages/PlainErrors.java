package dev.partnercatalog.console.pages;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.ProblemFormat;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reports in one line what went wrong before a request reached our own code, such as a request that isn't HTTP. */
final class PlainErrors implements ProblemFormat {

    @Override
    public String contentType() {
        return "text/plain; charset=utf-8";
    }

    @Override
    public byte[] body(HttpProblem problem, @Nullable String path) {
        return (problem.code().status() + " " + problem.code().title() + "\n").getBytes(StandardCharsets.UTF_8);
    }
}

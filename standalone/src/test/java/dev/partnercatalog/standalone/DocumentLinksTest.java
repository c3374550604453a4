package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the links in the documents to files and headings that exist. */
class DocumentLinksTest {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *(```+).*?^ *\\1 *$");
    private static final Pattern CODE_SPAN = Pattern.compile("(`+)[^`]+\\1");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)(?: \"[^\"]*\")?\\)");
    private static final Pattern WITH_SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*:.*");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?)[ #]*$");

    @Test
    void each_relative_link_leads_to_a_file_and_each_anchor_to_a_heading() throws IOException {
        List<String> broken = new ArrayList<>();
        int checked = 0;
        for (Path document : documents()) {
            for (String link : relativeLinks(Files.readString(document))) {
                checked++;
                if (!resolves(document, link)) {
                    broken.add(REPOSITORY.relativize(document) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(checked).isGreaterThan(200);
    }

    /** Those of the repository, of docs with its folders, and of each module. */
    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> files = Files.walk(REPOSITORY.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        addThoseIn(REPOSITORY, documents);
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(REPOSITORY, Files::isDirectory)) {
            for (Path module : modules) {
                if (!module.endsWith("docs")) {
                    addThoseIn(module, documents);
                }
            }
        }
        return documents;
    }

    private static void addThoseIn(Path folder, List<Path> documents) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.md")) {
            files.forEach(documents::add);
        }
    }

    private static boolean resolves(Path document, String link) throws IOException {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = path.isEmpty()
                ? document
                : document.resolveSibling(path).toAbsolutePath().normalize();
        if (!target.startsWith(REPOSITORY) || !Files.exists(target)) {
            return false;
        }
        return hash < 0
                || (Files.isRegularFile(target)
                        && anchors(Files.readString(target)).contains(link.substring(hash + 1)));
    }

    /** Paragraph by paragraph, so that a single backtick can't hide the links of the next one. */
    private static List<String> relativeLinks(String text) {
        List<String> links = new ArrayList<>();
        for (String paragraph : CODE_BLOCK.matcher(text).replaceAll("").split("\\n\\s*\\n", -1)) {
            links.addAll(groups(LINK, CODE_SPAN.matcher(paragraph).replaceAll("")));
        }
        links.removeIf(link -> WITH_SCHEME.matcher(link).matches());
        return links;
    }

    /** The anchors of a document's headings, as GitHub makes them: of headings that share one, the later ones get a number. */
    private static Set<String> anchors(String text) {
        Map<String, Integer> counts = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        for (String heading : groups(HEADING, CODE_BLOCK.matcher(text).replaceAll(""))) {
            String anchor = anchor(heading);
            int before = counts.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }

    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{M}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    private static List<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }
}

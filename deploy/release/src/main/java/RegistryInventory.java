import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The registry of {@code standalone} comes as an archive, so Maven doesn't know what is in it. This adds its jars to a release's bill of
 * materials, writes the list of their licenses, and takes the licenses and notices out of them. Run by the release's build.
 *
 * <p>Arguments: the registry's folder, the bill of materials (changed in place), the folder for the licenses.
 */
public final class RegistryInventory {

    private static final Pattern LICENSE_FILE = Pattern.compile("(META-INF/)?(?i:licen[sc]e|notice|copying)[^/]*");
    private static final Pattern POM_FILE = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.(xml|properties)");
    private static final Pattern FILE_NAME =
            Pattern.compile("(?:modified-)?(?:(.+)\\.)?([^.]+?(?:\\.[^.]+?)*?)-(\\d.*)\\.jar");
    private static final Pattern LICENSES = Pattern.compile("<licenses>(.*?)</licenses>", Pattern.DOTALL);
    private static final Pattern LICENSE_NAME = Pattern.compile("<name>\\s*(.*?)\\s*</name>", Pattern.DOTALL);
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private record Library(String group, String artifact, String version, Set<String> licenses, String sha256) {

        String coordinates() {
            return group + ":" + artifact + ":" + version;
        }

        String packageUrl() {
            return "pkg:maven/" + group + "/" + artifact + "@" + version + "?type=jar";
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path registry = Path.of(arguments[0]);
        Path bill = Path.of(arguments[1]);
        Path licenses = Path.of(arguments[2]);
        List<Library> libraries = new ArrayList<>();
        try (Stream<Path> files = Files.walk(registry)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                libraries.add(
                        read(jar, licenses.resolve(jar.getFileName().toString().replaceAll("\\.jar$", ""))));
            }
        }
        if (libraries.size() < 2) {
            throw new IllegalStateException("there is no registry in " + registry);
        }
        libraries.sort(Comparator.comparing(Library::coordinates));
        Files.createDirectories(licenses);
        Files.write(
                licenses.resolve("THIRD-PARTY.txt"),
                Stream.concat(
                                Stream.of(
                                        "The registry's libraries, and the license that each jar itself declares:", ""),
                                libraries.stream()
                                        .map(library -> "     (" + String.join("; ", library.licenses()) + ") "
                                                + library.coordinates()))
                        .toList());
        addTo(bill, libraries);
    }

    private static Library read(Path jar, Path licenses) throws Exception {
        byte[] bytes = Files.readAllBytes(jar);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        Matcher name = FILE_NAME.matcher(jar.getFileName().toString());
        if (!name.matches()) {
            throw new IllegalStateException(jar + " has no version in its name");
        }
        String group = name.group(1) == null ? "" : name.group(1);
        String artifact = name.group(2);
        Set<String> declared = new LinkedHashSet<>();
        boolean hasLicenceFile = false;
        try (JarFile file = new JarFile(jar.toFile())) {
            for (ZipEntry entry : file.stream().toList()) {
                if (POM_FILE.matcher(entry.getName()).matches()) {
                    String text = text(file, entry);
                    if (entry.getName().endsWith(".xml")) {
                        declared.addAll(licenses(text));
                    } else {
                        Properties pom = new Properties();
                        pom.load(new StringReader(text));
                        // A jar may hold the POMs of others.
                        if (jar.getFileName()
                                .toString()
                                .endsWith(pom.getProperty("groupId") + "." + pom.getProperty("artifactId") + "-"
                                        + pom.getProperty("version") + ".jar")) {
                            group = pom.getProperty("groupId");
                            artifact = pom.getProperty("artifactId");
                        }
                    }
                } else if (!entry.isDirectory()
                        && LICENSE_FILE.matcher(entry.getName()).matches()) {
                    hasLicenceFile = true;
                    Files.createDirectories(licenses);
                    Files.writeString(licenses.resolve(Path.of(entry.getName()).getFileName()), text(file, entry));
                }
            }
            Manifest manifest = file.getManifest();
            String ofBundle =
                    manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-License");
            if (declared.isEmpty() && ofBundle != null) {
                declared.add(ofBundle.replaceAll("\\s+", " "));
            }
        }
        if (declared.isEmpty()) {
            declared.add(
                    hasLicenceFile
                            ? "see the folder " + licenses.getFileName()
                            : "not declared in the jar; see its POM's parent");
        }
        // The registry's own program has no group in its name.
        return new Library(
                group.isEmpty() ? "io.apicurio" : group,
                artifact,
                name.group(3).replace("-runner", ""),
                declared,
                sha256);
    }

    private static List<String> licenses(String pom) {
        List<String> names = new ArrayList<>();
        Matcher block = LICENSES.matcher(pom);
        if (block.find()) {
            LICENSE_NAME
                    .matcher(block.group(1))
                    .results()
                    .forEach(name -> names.add(name.group(1).replaceAll("\\s+", " ")));
        }
        return names;
    }

    private static String text(JarFile file, ZipEntry entry) throws IOException {
        try (InputStream in = file.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void addTo(Path bill, List<Library> libraries) throws IOException {
        ObjectNode root = (ObjectNode) JSON.readTree(bill.toFile());
        ArrayNode components = root.withArray("components");
        Set<String> known = new LinkedHashSet<>();
        components.forEach(component -> known.add(component.path("bom-ref").asText()));
        for (Library library : libraries) {
            if (!known.add(library.packageUrl())) {
                continue;
            }
            ObjectNode component = components.addObject();
            component.put("type", "library");
            component.put("bom-ref", library.packageUrl());
            component.put("group", library.group());
            component.put("name", library.artifact());
            component.put("version", library.version());
            component.putArray("hashes").addObject().put("alg", "SHA-256").put("content", library.sha256());
            ArrayNode licenses = component.putArray("licenses");
            library.licenses()
                    .forEach(name -> licenses.addObject().putObject("license").put("name", name));
            component.put("purl", library.packageUrl());
            component
                    .putArray("properties")
                    .addObject()
                    .put("name", "partner-catalog:part")
                    .put("value", "registry");
        }
        Files.writeString(bill, JSON.writeValueAsString(root) + "\n");
    }
}

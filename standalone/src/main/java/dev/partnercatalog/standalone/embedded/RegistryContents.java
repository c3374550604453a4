package dev.partnercatalog.standalone.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The contents of an export of the registry.
 *
 * @param checksums of all files in it by name, except the manifest, which differs in each export
 * @param schemas the checksum of each schema by its content id
 * @param versions the content id of each version by the name of its file
 */
record RegistryContents(Map<String, Long> checksums, Map<Long, Long> schemas, Map<String, Long> versions) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCHEMA = ".Content.json";
    private static final String SCHEMA_TEXT = ".Content.data";
    private static final String VERSION = ".ArtifactVersion.json";

    /**
     * Reads an export.
     *
     * @throws ZipException if the file is incomplete or damaged
     * @throws IOException if it can't be read
     */
    static RegistryContents read(Path export) throws IOException {
        Map<String, Long> checksums = new HashMap<>();
        Map<Long, Long> schemas = new HashMap<>();
        Map<String, Long> versions = new HashMap<>();
        try (ZipFile zip = new ZipFile(export.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String name = entry.getName();
                if (name.startsWith("manifest-")) {
                    continue;
                }
                checksums.put(name, entry.getCrc());
                if (name.endsWith(SCHEMA)) {
                    String text = name.substring(0, name.length() - SCHEMA.length()) + SCHEMA_TEXT;
                    schemas.put(contentId(zip, entry), entry(zip, text).getCrc());
                } else if (name.endsWith(VERSION)) {
                    versions.put(name, contentId(zip, entry));
                }
            }
        } catch (IllegalArgumentException | JsonProcessingException e) {
            ZipException damaged = new ZipException(export + " contains no text where there should be some");
            damaged.initCause(e);
            throw damaged;
        }
        return new RegistryContents(Map.copyOf(checksums), Map.copyOf(schemas), Map.copyOf(versions));
    }

    private static ZipEntry entry(ZipFile zip, String name) throws ZipException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new ZipException(zip.getName() + " lacks " + name);
        }
        return entry;
    }

    private static long contentId(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream json = zip.getInputStream(entry)) {
            JsonNode id = JSON.readTree(json).path("contentId");
            if (!id.isIntegralNumber()) {
                throw new ZipException(zip.getName() + " has no content id in " + entry.getName());
            }
            return id.longValue();
        }
    }

    /** The number of versions or schemas that the other one lacks, or has under a different content id. */
    long lostIn(RegistryContents other) {
        return lost(schemas.entrySet(), other.schemas.entrySet())
                + lost(versions.entrySet(), other.versions.entrySet());
    }

    private static <T> long lost(Set<T> before, Set<T> after) {
        return before.stream().filter(entry -> !after.contains(entry)).count();
    }
}

package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whether a partner's copy is correct, determined by the partner as the guides say. */
@ExtendWith(CatalogExtension.class)
class CopyProofTest {
    private static final long COMPANY = 8_100;
    private static final long LOCATION = 8_101;
    private static final int LISTED = 60;
    private static final String PATH = "/v1/" + COMPANY + "/location/" + LOCATION + "/variants/digest";

    @Test
    @DisplayName("D31: a copy from batch-get has our digests; corrupted, missing and extra records are found by range")
    void a_partner_finds_what_is_wrong_with_its_copy(CatalogAddresses catalog) throws Exception {
        publish(catalog);
        PartnerClient partner = catalog.client("proof");
        List<String> barcodes = barcodes();
        Map<String, JsonNode> copy = new TreeMap<>();
        await().untilAsserted(() -> {
            partner.variants(COMPANY, LOCATION, barcodes, List.of())
                    .path("variants")
                    .forEach(record -> copy.put(record.path("barcode").asText(), record));
            assertThat(get(partner, PATH).path("count").asInt()).isEqualTo(LISTED);
            assertThat(copy).hasSize(LISTED);
        });
        assertThat(wrong(partner, copy)).isEmpty();

        ((ObjectNode) Objects.requireNonNull(copy.get(barcodes.get(3)))).put("unitSize", 4);
        copy.remove(barcodes.get(4));
        copy.put(
                "extra",
                ((ObjectNode) Objects.requireNonNull(copy.get(barcodes.get(5))).deepCopy()).put("barcode", "extra"));

        assertThat(wrong(partner, copy)).containsExactlyInAnyOrder(barcodes.get(3), barcodes.get(4), "extra");
    }

    /** Compares as docs/partners/keeping-a-copy.md describes: first the digests, then the records of a range that differs. */
    private static Set<String> wrong(PartnerClient partner, Map<String, JsonNode> copy) throws Exception {
        Map<Integer, Map<String, byte[]>> ours = new TreeMap<>();
        for (JsonNode record : copy.values()) {
            String barcode = record.path("barcode").asText();
            int range = sha256(barcode.getBytes(StandardCharsets.UTF_8))[0] & 0xff;
            byte[] hash = sha256(new JsonCanonicalizer(record.toString()).getEncodedUTF8());
            ours.computeIfAbsent(range, any -> new TreeMap<>()).put(barcode, hash);
        }
        Set<String> wrong = new TreeSet<>();
        for (JsonNode digested : get(partner, PATH).path("ranges")) {
            int range = digested.path("range").asInt();
            Map<String, byte[]> hashes = ours.getOrDefault(range, Map.of());
            BigInteger digest = hashes.values().stream()
                    .map(hash -> new BigInteger(1, hash))
                    .reduce(BigInteger.ZERO, BigInteger::xor);
            if (!String.format("%064x", digest).equals(digested.path("digest").asText())) {
                Map<String, String> there = new TreeMap<>();
                get(partner, PATH + "?range=" + range)
                        .path("records")
                        .forEach(one -> there.put(
                                one.path("barcode").asText(), one.path("hash").asText()));
                hashes.forEach((barcode, hash) -> {
                    if (!HexFormat.of().formatHex(hash).equals(there.remove(barcode))) {
                        wrong.add(barcode);
                    }
                });
                wrong.addAll(there.keySet());
            }
        }
        return wrong;
    }

    private static byte[] sha256(byte[] bytes) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }

    private static JsonNode get(PartnerClient partner, String path) throws Exception {
        HttpResponse<String> answer = partner.send("GET", path, null).get(1, TimeUnit.MINUTES);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return PartnerClient.read(answer.body());
    }

    private static List<String> barcodes() {
        return IntStream.range(0, LISTED).mapToObj(i -> COMPANY + "-" + i).toList();
    }

    private static void publish(CatalogAddresses catalog) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, partner("proof", "", COMPANY));
        List<String> products = new ArrayList<>();
        List<String> listings = new ArrayList<>();
        List<String> sizes = List.of("3.5", "1e-7", "1e21", "10", "0.1", "123456789012345680000");
        for (String barcode : barcodes()) {
            products.add("""
                    {"barcode": "%s", "name": "N\\u0007 😀 \\"%s\\"", "unitSize": %s, "gradingResults": {"\\uffee": "a", "😀": "b"}}""".formatted(barcode, barcode, sizes.get(products.size() % sizes.size())));
            listings.add(listing(COMPANY, "sku-" + barcode, barcode));
        }
        catalog.publish(CatalogTopic.BPD_VARIANTS, products.toArray(String[]::new));
        catalog.publish(CatalogTopic.LISTINGS, listings.toArray(String[]::new));
    }
}

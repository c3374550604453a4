package dev.partnercatalog.query.feed;

import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.VariantImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Identifies, as a number, what affects records without being part of them: the configuration, and how this release
 * renders.
 */
public final class ViewFingerprint {

    /** For records that were rendered with more than one configuration; never the fingerprint of one. */
    public static final long MIXED = 0;

    private ViewFingerprint() {}

    /** The same on every instance of a release. */
    public static long of(ResolvedConfiguration configuration) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
            write(new DataOutputStream(bytes), configuration);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
            long number = ByteBuffer.wrap(hash).getLong();
            return number == MIXED ? 1 : number;
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to memory", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void write(DataOutputStream out, ResolvedConfiguration configuration) throws IOException {
        out.writeByte(VariantImage.VERSION);
        AllowedFields flags = configuration.allowedFields();
        out.writeBoolean(flags.badges());
        out.writeBoolean(flags.cannabinoidOverrides());
        out.writeBoolean(flags.displayNameOverrides());
        out.writeBoolean(flags.labels());
        writeText(out, configuration.cannabisUnitOfMeasure());
        writeText(out, configuration.terpeneUnitOfMeasure());
        Map<String, List<AssetEntry>> assets = configuration.variantAssetConfig();
        out.writeInt(assets.size());
        for (Map.Entry<String, List<AssetEntry>> each : assets.entrySet()) {
            writeText(out, each.getKey());
            out.writeInt(each.getValue().size());
            for (AssetEntry entry : each.getValue()) {
                writeText(out, entry.assetType());
                out.writeInt(entry.limit());
                out.writeInt(entry.order());
            }
        }
    }

    private static void writeText(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}

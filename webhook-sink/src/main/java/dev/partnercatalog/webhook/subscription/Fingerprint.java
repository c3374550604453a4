package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.webhook.state.Hash;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values in a form that differs whenever they differ, and hashes it. Not thread-safe. */
final class Fingerprint {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream(256);
    private final DataOutputStream out = new DataOutputStream(written);

    Fingerprint add(@Nullable String text) {
        return write(to -> {
            to.writeBoolean(text != null);
            if (text != null) {
                to.writeInt(text.length());
                to.writeChars(text);
            }
        });
    }

    Fingerprint add(long number) {
        return write(to -> to.writeLong(number));
    }

    Fingerprint add(Hash hash) {
        return add(hash.high()).add(hash.low());
    }

    Fingerprint add(ResolvedConfiguration configuration) {
        var flags = configuration.allowedFields();
        write(to -> {
            to.writeBoolean(flags.badges());
            to.writeBoolean(flags.cannabinoidOverrides());
            to.writeBoolean(flags.displayNameOverrides());
            to.writeBoolean(flags.labels());
        });
        add(configuration.cannabisUnitOfMeasure()).add(configuration.terpeneUnitOfMeasure());
        add(configuration.variantAssetConfig().size());
        for (Map.Entry<String, List<AssetEntry>> type :
                configuration.variantAssetConfig().entrySet()) {
            add(type.getKey()).add(type.getValue().size());
            for (AssetEntry entry : type.getValue()) {
                add(entry.assetType()).add(entry.limit()).add(entry.order());
            }
        }
        return this;
    }

    Hash hash() {
        return Hash.of(written.toByteArray());
    }

    private interface Write {
        void to(DataOutputStream out) throws IOException;
    }

    private Fingerprint write(Write write) {
        try {
            write.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return this;
    }
}

package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.resolution.ConversionFault;
import dev.partnercatalog.resolution.Lack;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ResolvedEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a company's variant lacks. Small, because one is kept for each variant until all are read.
 *
 * @param lacks bits of {@link Lacking}, with every flag on and no unit configured
 * @param byConfiguration the same under each of a few configurations
 * @param faults by configuration, why units can't be converted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Verdict(int lacks, int[] byConfiguration, Map<Integer, List<ConversionFault>> faults) {

    /** The verdict on a variant without an entry. */
    static Verdict withoutEntry(int configurations) {
        int[] all = new int[configurations];
        Arrays.fill(all, Lacking.ENTRY.bit());
        return new Verdict(Lacking.ENTRY.bit(), all, Map.of());
    }

    static Verdict of(ResolvedEntry entry, List<ResolvedConfiguration> configurations) {
        int[] byConfiguration = new int[configurations.size()];
        Map<Integer, List<ConversionFault>> faults = Map.of();
        for (int i = 0; i < byConfiguration.length; i++) {
            byConfiguration[i] = bits(PartnerView.lacks(entry, configurations.get(i)));
            List<ConversionFault> failed = PartnerView.conversionFaults(entry, configurations.get(i));
            if (!failed.isEmpty()) {
                byConfiguration[i] |= Lacking.CONVERSION.bit();
                faults = faults.isEmpty() ? new TreeMap<>() : faults;
                faults.put(i, failed);
            }
        }
        return new Verdict(bits(Lack.of(entry.values())), byConfiguration, faults);
    }

    private static int bits(Set<Lack> lacks) {
        int bits = 0;
        for (Lack lack : lacks) {
            bits |= Lacking.of(lack).bit();
        }
        return bits;
    }
}

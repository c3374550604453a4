package dev.partnercatalog.benchmarks.input;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import java.util.SplittableRandom;

/**
 * The layers of the generated catalog: for each hundred variants of BPD, twenty overrides and fifteen display
 * attributes of companies, eight display attributes of locations and twenty-five SKUs, with the generated catalog's
 * skew. The same for the same number of variants.
 */
final class CatalogShape {

    private final int variants;
    private final SplittableRandom random = new SplittableRandom(11);

    /** @param variants a multiple of a hundred */
    CatalogShape(int variants) {
        this.variants = variants;
    }

    LayerTable bpd() {
        LayerTable bpd = new LayerTable((variant, none, change) -> CatalogEvents.bpd(variant, change));
        for (int variant = 0; variant < variants; variant++) {
            bpd.add(variant, 0);
        }
        return bpd;
    }

    LayerTable overrides() {
        return ofCompanies(new LayerTable(CatalogEvents::override), 20);
    }

    LayerTable companyAttributes() {
        return ofCompanies(new LayerTable(CatalogEvents::companyAttributes), 15);
    }

    private LayerTable ofCompanies(LayerTable table, int percent) {
        while (table.size() < variants / 100 * percent) {
            table.add(variant(), GeneratedCatalog.changingCompany(random));
        }
        return table;
    }

    LayerTable locationAttributes() {
        LayerTable table = new LayerTable(CatalogEvents::locationAttributes);
        while (table.size() < variants / 100 * 8) {
            table.add(variant(), location());
        }
        return table;
    }

    /** Not where there are display attributes or another SKU. */
    SkuTable skus(LayerTable locationAttributes) {
        LayerTable taken = new LayerTable(CatalogEvents::locationAttributes);
        SkuTable skus = new SkuTable();
        while (skus.size() < variants / 100 * 25) {
            int location = location();
            skus.add(location, free(location, taken, locationAttributes), free(location, taken, locationAttributes));
        }
        return skus;
    }

    private int free(int location, LayerTable taken, LayerTable locationAttributes) {
        int variant = variant();
        while (locationAttributes.has(variant, location) || !taken.add(variant, location)) {
            variant = random.nextInt(variants);
        }
        return variant;
    }

    private int variant() {
        return GeneratedCatalog.changedVariant(random, variants);
    }

    private int location() {
        int company = GeneratedCatalog.changingCompany(random);
        return Locations.number(company, random.nextInt(GeneratedCatalog.locations(company)));
    }
}

package dev.partnercatalog.benchmarks.input;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;

/** The locations of all generated companies, each as one number. */
final class Locations {

    private static final int OF_A_COMPANY = 100;

    private Locations() {}

    static int number(int company, int location) {
        return OF_A_COMPANY * company + location;
    }

    static int company(int number) {
        return number / OF_A_COMPANY;
    }

    static long companyId(int number) {
        return GeneratedCatalog.companyId(company(number));
    }

    static long id(int number) {
        return GeneratedCatalog.locationId(company(number), number % OF_A_COMPANY);
    }
}

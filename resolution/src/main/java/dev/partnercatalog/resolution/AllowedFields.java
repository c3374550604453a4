package dev.partnercatalog.resolution;

/**
 * The optional fields and overrides that are enabled for a scope (D3 to D6).
 *
 * @param badges whether {@code badges} are returned
 * @param cannabinoidOverrides whether the company's cannabinoid values and their unit replace BPD's
 * @param displayNameOverrides whether display names replace names
 * @param labels whether {@code labels} are returned
 */
public record AllowedFields(
        boolean badges, boolean cannabinoidOverrides, boolean displayNameOverrides, boolean labels) {

    /** The system default. */
    public static final AllowedFields NONE = new AllowedFields(false, false, false, false);

    public static final AllowedFields ALL = new AllowedFields(true, true, true, true);
}

package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import java.util.SortedMap;

/**
 * The layers of a company and its locations for a variant.
 *
 * @param locations the display attributes of each location that has some, by its id
 */
record CompanyRows(long companyId, CompanyLayers company, SortedMap<Long, DisplayAttributes> locations) {}

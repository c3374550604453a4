package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.Scope;
import java.util.Map;

/**
 * The layers of a company and its locations for a variant.
 *
 * @param shared the blocks of the company's own layers
 * @param locations the display attributes of each location that has some
 */
record CompanyRows(
        Scope.Company scope, CompanyLayers company, long shared, Map<Scope.Location, DisplayAttributes> locations) {}

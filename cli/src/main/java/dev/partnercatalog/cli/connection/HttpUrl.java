package dev.partnercatalog.cli.connection;

import java.net.URI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an absolute URL of a web server. */
public final class HttpUrl implements ITypeConverter<URI> {

    @Override
    public URI convert(String text) {
        try {
            URI url = URI.create(text);
            if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' is not a URL: " + e.getMessage());
        }
        throw new TypeConversionException("'" + text + "' is not an http or https URL");
    }
}

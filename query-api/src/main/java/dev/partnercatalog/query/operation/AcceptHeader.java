package dev.partnercatalog.query.operation;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.stream.Stream;

/** The media types that a request lists in {@code Accept} (RFC 9110, section 12.5.1). */
final class AcceptHeader {

    private AcceptHeader() {}

    /** The weight of a type in the header, from 0 to 1; also 0 if it isn't listed itself, whatever wildcards say. */
    static double weight(HttpServletRequest request, String type) {
        return Collections.list(request.getHeaders("Accept")).stream()
                .flatMap(line -> Stream.of(line.toLowerCase(Locale.ROOT).split(",", -1)))
                .map(range -> range.split(";", -1))
                .filter(range -> range[0].strip().equals(type))
                .mapToDouble(AcceptHeader::weight)
                .max()
                .orElse(0);
    }

    private static double weight(String[] range) {
        return Arrays.stream(range)
                .skip(1)
                .map(String::strip)
                .filter(parameter -> parameter.startsWith("q="))
                .mapToDouble(parameter -> parameter.matches("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)")
                        ? Double.parseDouble(parameter.substring(2))
                        : 0)
                .findFirst()
                .orElse(1);
    }
}

package dev.partnercatalog.runtime.html;

import static dev.partnercatalog.runtime.html.Attribute.ARIA_LABEL;
import static dev.partnercatalog.runtime.html.Attribute.CLASS;
import static dev.partnercatalog.runtime.html.Attribute.D;
import static dev.partnercatalog.runtime.html.Attribute.ROLE;
import static dev.partnercatalog.runtime.html.Attribute.TEXT_ANCHOR;
import static dev.partnercatalog.runtime.html.Attribute.VIEW_BOX;
import static dev.partnercatalog.runtime.html.Attribute.X;
import static dev.partnercatalog.runtime.html.Attribute.X1;
import static dev.partnercatalog.runtime.html.Attribute.X2;
import static dev.partnercatalog.runtime.html.Attribute.Y;
import static dev.partnercatalog.runtime.html.Attribute.Y1;
import static dev.partnercatalog.runtime.html.Attribute.Y2;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An amount over time, as an area under a line, with the amount and the time of day at its axes. */
public final class Chart {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 220;
    private static final int LEFT = 84;
    private static final int TOP = 36;
    private static final int BOTTOM = HEIGHT - 36;
    private static final int SPACE = 8;

    /** More points would make the page larger but the line no clearer. */
    private static final int MOST_POINTS = 180;

    private static final int THOUSAND = 1_000;
    private static final int MILLION = 1_000_000;
    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final List<Point> points;
    private final Instant from;
    private final Instant to;
    private final long top;

    /** An amount at a time. */
    public record Point(Instant at, long amount) {}

    private Chart(List<Point> points, long most) {
        this.points = points;
        this.from = points.get(0).at();
        this.to = points.get(points.size() - 1).at();
        this.top = round(most);
    }

    /**
     * Draws a chart.
     *
     * @param what what is counted, in words
     * @param points oldest first, at least two
     */
    public static Html of(String what, List<Point> points) {
        long most = points.stream().mapToLong(Point::amount).max().orElse(0);
        return new Chart(points, most).html(what, most);
    }

    private Html html(String what, long most) {
        long before = points.get(0).amount();
        long now = points.get(points.size() - 1).amount();
        DateTimeFormatter clock = seconds() < 2 * 60 ? SECONDS : MINUTES;
        List<Html> parts = new ArrayList<>();
        for (long amount : top == 1 ? new long[] {0, 1} : new long[] {0, top / 2, top}) {
            parts.add(rule(y(amount)));
            parts.add(label(LEFT - SPACE, y(amount) + SPACE / 2, "end", shortened(amount)));
        }
        String line = line();
        parts.add(Tag.PATH
                .with(CLASS, "area")
                .with(D, line + " V" + BOTTOM + " H" + LEFT + " Z")
                .of());
        parts.add(Tag.PATH.with(CLASS, "line").with(D, line).of());
        parts.add(label(LEFT, TOP / 2, "start", "before " + Shown.number(before)));
        parts.add(label(WIDTH, TOP / 2, "end", "now " + Shown.number(now)));
        parts.add(label(LEFT, HEIGHT - SPACE, "start", clock.format(from)));
        parts.add(label(
                (LEFT + WIDTH) / 2, HEIGHT - SPACE, "middle", clock.format(from.plusSeconds(seconds() / 2)) + " UTC"));
        parts.add(label(WIDTH, HEIGHT - SPACE, "end", clock.format(to)));
        String inWords = what + ": from " + before + " " + ago() + " ago to " + now + " now, at most " + most;
        return Tag.SVG
                .with(VIEW_BOX, "0 0 " + WIDTH + " " + HEIGHT)
                .with(CLASS, "chart")
                .with(ROLE, "img")
                .with(ARIA_LABEL, inWords)
                .of(parts.toArray(Html[]::new));
    }

    private String line() {
        StringBuilder path = new StringBuilder();
        int step = (points.size() + MOST_POINTS - 1) / MOST_POINTS;
        double span = Math.max(1, Duration.between(from, to).toMillis());
        for (int i = 0; i < points.size(); i++) {
            if (i % step != 0 && i != points.size() - 1) {
                continue;
            }
            Point point = points.get(i);
            double x =
                    LEFT + (WIDTH - LEFT) * Duration.between(from, point.at()).toMillis() / span;
            path.append(path.isEmpty() ? 'M' : 'L').append(String.format(Locale.ROOT, "%.1f %d", x, y(point.amount())));
        }
        return path.toString();
    }

    private int y(long amount) {
        return Math.round(BOTTOM - (float) (BOTTOM - TOP) * amount / top);
    }

    private long seconds() {
        return Duration.between(from, to).toSeconds();
    }

    private String ago() {
        return seconds() < 2 * 60 ? seconds() + " s" : seconds() / 60 + " min";
    }

    /** The next 1, 2 or 5 with zeros, so that the axis has numbers that people can read. */
    private static long round(long most) {
        long unit = 1;
        while (unit * 10 <= most) {
            unit *= 10;
        }
        for (long step : new long[] {1, 2, 5}) {
            if (unit * step >= most) {
                return unit * step;
            }
        }
        return unit * 10;
    }

    private static String shortened(long amount) {
        if (amount >= 10 * MILLION) {
            return Shown.number(amount / MILLION) + "M";
        }
        return amount >= 10 * THOUSAND ? Shown.number(amount / THOUSAND) + "k" : Shown.number(amount);
    }

    private static Html rule(int y) {
        return Tag.LINE
                .with(X1, LEFT)
                .with(X2, WIDTH)
                .with(Y1, y)
                .with(Y2, y)
                .with(CLASS, "rule")
                .of();
    }

    private static Html label(int x, int y, String anchor, String words) {
        return Tag.TEXT.with(X, x).with(Y, y).with(TEXT_ANCHOR, anchor).of(words);
    }
}

package dev.partnercatalog.console.page;

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

import dev.partnercatalog.console.live.BacklogHistory.Sample;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** An amount over time, as an area under a line. */
final class Chart {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 160;
    private static final int TOP = 24;
    private static final int BOTTOM = HEIGHT - 24;

    /** More points would make the page larger but the line no clearer. */
    private static final int MOST_POINTS = 180;

    private Chart() {}

    /**
     * Draws a chart.
     *
     * @param what what is counted, in words
     * @param samples oldest first, at least two
     */
    static Html of(String what, List<Sample> samples) {
        long most = samples.stream().mapToLong(Sample::due).max().orElse(0);
        long now = samples.get(samples.size() - 1).due();
        Instant from = samples.get(0).at();
        Instant to = samples.get(samples.size() - 1).at();
        String line = line(samples, from, to, Math.max(1, most));
        String inWords = what + ": from " + samples.get(0).due() + " " + ago(from, to) + " ago to " + now
                + " now, at most " + most;
        return Tag.SVG
                .with(VIEW_BOX, "0 0 " + WIDTH + " " + HEIGHT)
                .with(CLASS, "chart")
                .with(ROLE, "img")
                .with(ARIA_LABEL, inWords)
                .of(
                        rule(TOP),
                        rule(BOTTOM),
                        Tag.PATH
                                .with(CLASS, "area")
                                .with(D, line + " V" + BOTTOM + " H0 Z")
                                .of(),
                        Tag.PATH.with(CLASS, "line").with(D, line).of(),
                        label(0, TOP - 8, "start", "at most " + Shown.number(most)),
                        label(WIDTH, TOP - 8, "end", "now " + Shown.number(now)),
                        label(0, HEIGHT - 6, "start", ago(from, to) + " ago"),
                        label(WIDTH, HEIGHT - 6, "end", "now"));
    }

    private static String line(List<Sample> samples, Instant from, Instant to, long most) {
        double span = Math.max(1, Duration.between(from, to).toMillis());
        StringBuilder path = new StringBuilder();
        int step = (samples.size() + MOST_POINTS - 1) / MOST_POINTS;
        for (int i = 0; i < samples.size(); i++) {
            if (i % step != 0 && i != samples.size() - 1) {
                continue;
            }
            Sample sample = samples.get(i);
            double x = WIDTH * Duration.between(from, sample.at()).toMillis() / span;
            double y = BOTTOM - (double) (BOTTOM - TOP) * sample.due() / most;
            path.append(path.isEmpty() ? 'M' : 'L').append(String.format(Locale.ROOT, "%.1f %.1f", x, y));
        }
        return path.toString();
    }

    private static String ago(Instant from, Instant to) {
        long seconds = Duration.between(from, to).toSeconds();
        return seconds < 120 ? seconds + " s" : seconds / 60 + " min";
    }

    private static Html rule(int y) {
        return Tag.LINE
                .with(X1, 0)
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

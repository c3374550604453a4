package dev.partnercatalog.console.html;

/** An element that waits for its content. Immutable. */
public final class Element {

    private final Tag tag;
    private final String attributes;

    Element(Tag tag, String attributes) {
        this.tag = tag;
        this.attributes = attributes;
    }

    public Element with(Attribute attribute, Object value) {
        String text = value.toString();
        return attribute(
                attribute.nameInMarkup(), attribute == Attribute.VALUE ? Html.escapedWhole(text) : Html.escaped(text));
    }

    /** With an attribute where a condition holds. */
    public Element with(boolean condition, Attribute attribute, Object value) {
        return condition ? with(attribute, value) : this;
    }

    /** With a link to a place of this console, by the attribute that this tag has for it. */
    public Element to(Place place) {
        String name = switch (tag) {
            case FORM -> "action";
            case SCRIPT -> "src";
            default -> "href";
        };
        return attribute(name, Html.escaped(place.toString()));
    }

    /** A page that is loaded again by itself; with another place, this attribute could lead away. */
    Element httpEquivRefresh() {
        return attribute("http-equiv", "refresh");
    }

    private Element attribute(String name, String escaped) {
        return new Element(tag, attributes + " " + name + "=\"" + escaped + "\"");
    }

    public Html of(Html... content) {
        return Html.element(tag, attributes, Html.of(content));
    }

    /** With text. */
    public Html of(String text) {
        return of(Html.text(text));
    }
}

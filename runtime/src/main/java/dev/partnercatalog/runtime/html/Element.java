package dev.partnercatalog.runtime.html;

/** An element without its content yet. Immutable. */
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

    /** Adds an attribute if a condition is true. */
    public Element with(boolean condition, Attribute attribute, Object value) {
        return condition ? with(attribute, value) : this;
    }

    /** Adds a link to a place of this address, in the attribute that this tag uses for links. */
    public Element to(Place place) {
        String name = switch (tag) {
            case FORM -> "action";
            case SCRIPT -> "src";
            default -> "href";
        };
        return attribute(name, Html.escaped(place.toString()));
    }

    /** A page that reloads itself; with a different value, this attribute could lead elsewhere. */
    Element httpEquivRefresh() {
        return attribute("http-equiv", "refresh");
    }

    private Element attribute(String name, String escaped) {
        return new Element(tag, attributes + " " + name + "=\"" + escaped + "\"");
    }

    public Html of(Html... content) {
        return Html.element(tag, attributes, Html.of(content));
    }

    /** Adds text. */
    public Html of(String text) {
        return of(Html.text(text));
    }
}

package dev.partnercatalog.console.page;

import dev.partnercatalog.console.manual.Chapter;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Tag;

/** A document for operators. */
public record ManualPage(Chapter chapter) {

    /** The list of all documents. */
    public Page contents() {
        return page(Html.nothing());
    }

    /** One of them. */
    public Page page() {
        return page(Tag.P.of(Tag.A.to(Section.DOCUMENTS.place()).of("All documents")));
    }

    private Page page(Html back) {
        return Page.of(
                Section.DOCUMENTS, chapter.title(), Tag.DIV.styled("document").of(back, chapter.content()));
    }
}

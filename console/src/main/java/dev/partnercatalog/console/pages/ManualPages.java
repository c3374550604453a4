package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.manual.Chapter;
import dev.partnercatalog.console.manual.Manual;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Tag;

/** The documents for operators, which need neither brokers nor registry. */
public final class ManualPages implements Pages {

    private final Manual manual;

    public ManualPages(Manual manual) {
        this.manual = manual;
    }

    @Override
    public void addTo(Router router) {
        String folder = "/" + Manual.FOLDER;
        router.page(folder, (context, visitor) -> page(manual.contents(), Html.nothing()));
        router.page(folder + "/{document}", (context, visitor) -> {
            String name = context.pathParam("document");
            Chapter chapter = manual.chapters().get(name);
            if (chapter == null) {
                throw new Faults.NoSuchPageException("There is no document " + name + ".");
            }
            return page(chapter, Tag.P.of(Tag.A.to(Section.DOCUMENTS.place()).of("All documents")));
        });
    }

    private static Page page(Chapter chapter, Html back) {
        return Page.of(
                Section.DOCUMENTS, chapter.title(), Tag.DIV.styled("document").of(back, chapter.content()));
    }
}

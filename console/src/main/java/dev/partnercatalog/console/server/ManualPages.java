package dev.partnercatalog.console.server;

import dev.partnercatalog.console.manual.Chapter;
import dev.partnercatalog.console.manual.Manual;
import dev.partnercatalog.console.page.ManualPage;

/** The documents for operators, which need neither brokers nor registry. */
public final class ManualPages implements Pages {

    private final Manual manual;

    public ManualPages(Manual manual) {
        this.manual = manual;
    }

    @Override
    public void addTo(Router router) {
        String folder = "/" + Manual.FOLDER;
        router.page(folder, (context, visitor) -> new ManualPage(manual.contents()).contents());
        router.page(folder + "/{document}", (context, visitor) -> {
            String name = context.pathParam("document");
            Chapter chapter = manual.chapters().get(name);
            if (chapter == null) {
                throw new Faults.NoSuchPageException("There is no document " + name + ".");
            }
            return new ManualPage(chapter).page();
        });
    }
}

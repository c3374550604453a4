// Reloads the page's content every few seconds while it is visible. Everything works without this script.
const main = document.getElementById("main");
const seconds = Number(main?.dataset.refresh ?? 0);

async function refresh() {
  // Don't replace anything while the user is working in the page, or has filled in something.
  const filledIn = [...main.querySelectorAll("input")].some((input) => input.value !== input.defaultValue);
  const busy = filledIn || (main.contains(document.activeElement) && document.activeElement !== main);
  if (document.visibilityState === "visible" && !busy && getSelection()?.isCollapsed !== false) {
    const open = new Map([...main.querySelectorAll("details")].map((details, i) => [details.id || i, details.open]));
    const url = new URL(location.href);
    url.searchParams.delete("notice");
    try {
      const answer = await fetch(url, { redirect: "error" });
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const notice = main.querySelector(".notice");
        main.replaceChildren(...(notice ? [notice] : []), ...page.getElementById("main").childNodes);
        main.querySelectorAll("details").forEach((details, i) => (details.open = open.get(details.id || i) ?? false));
      }
      main.classList.toggle("stale", !answer.ok);
    } catch {
      main.classList.add("stale");
    }
  }
  setTimeout(refresh, seconds * 1000);
}

if (seconds > 0) {
  setTimeout(refresh, seconds * 1000);
}

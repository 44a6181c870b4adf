/** The explorer: reads the address, shows the gallery or a manifold, and says plainly what is wrong. */

import { link, readAddress } from "./address";
import { galleryPage } from "./cards";
import { h } from "./dom";
import { type Gallery, loadGallery } from "./gallery";
import { loadManifold } from "./manifold";
import { manifoldPage, type Page } from "./page";

const root = document.getElementById("app")!;
let page: Page | null = null;
let turn = 0;

function put(next: Page, title: string): void {
  page?.dispose();
  page = next;
  document.title = title;
  root.replaceChildren(next.element);
  document.documentElement.dataset.ready = "yes";
  window.scrollTo(0, 0);
}

function problem(text: string, back: boolean): Page {
  return {
    element: h(
      "main",
      { class: "problem", role: "alert" },
      h("h1", {}, "This cannot be shown"),
      h("p", {}, text),
      back && h("p", {}, h("a", { href: link(null) }, "To the gallery")),
    ),
    dispose() {},
  };
}

async function route(gallery: Gallery): Promise<void> {
  const mine = ++turn;
  const { manifold: id, settings } = readAddress();
  delete document.documentElement.dataset.ready;
  if (id === null) return put(galleryPage(gallery), gallery.title || "quadric");
  const card = gallery.manifolds.find((entry) => entry.id === id);
  if (!card) return put(problem(`There is no manifold ${id} in this gallery.`, true), "quadric");
  if (!page) root.replaceChildren(h("p", { class: "loading" }, `Loading ${card.name} …`));
  try {
    const second = gallery.manifolds.find((entry) => entry.id === settings.get("with") && entry !== card);
    const [manifold, other] = await Promise.all([loadManifold(card), second ? loadManifold(second) : null]);
    if (mine === turn) put(manifoldPage(gallery, manifold, other), `${card.name} · quadric`);
  } catch (error) {
    if (mine === turn) put(problem((error as Error).message, true), "quadric");
  }
}

loadGallery().then(
  (gallery) => {
    // The page's own notes in the address raise no such event; links and the back button do.
    addEventListener("hashchange", () => void route(gallery));
    void route(gallery);
  },
  (error: Error) => put(problem(error.message, false), "quadric"),
);

/** Deep links: each view has its address, after the #. */

export interface Address {
  manifold: string | null;
  settings: URLSearchParams;
}

/** A page inside a notebook has no address of its own: it says itself which manifold it shows. */
export const framed = document.documentElement.dataset.view;

export function readAddress(): Address {
  const [path, query = ""] = (framed ?? location.hash).replace(/^#/, "").split("?");
  const found = /^\/m\/([\w-]+)$/.exec(path);
  return { manifold: found ? found[1] : null, settings: new URLSearchParams(query) };
}

export function link(manifold: string | null, settings: Record<string, string> = {}): string {
  const query = new URLSearchParams(settings).toString();
  return `#/${manifold ? `m/${manifold}` : ""}${query ? `?${query}` : ""}`;
}

let timer = 0;

/** Keep the address in step with the view, without a new entry in the history for each change. */
export function keepAddress(manifold: string | null, settings: Record<string, string>): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (!framed && readAddress().manifold === manifold)
      history.replaceState(null, "", link(manifold, settings));
  }, 150);
}

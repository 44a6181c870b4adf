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

/** The address of what is seen now, with another manifold beside it ("" for none): a selection stays. */
export function besideLink(manifold: string, other: string): string {
  keep();
  const { settings } = readAddress();
  settings.delete("with");
  return link(manifold, { ...Object.fromEntries(settings), ...(other ? { with: other } : {}) });
}

let timer = 0;
/** What is to be kept and is not yet. */
let keep = () => {};

/** Keep the address in step with the view, without a new entry in the history for each change. */
export function keepAddress(manifold: string | null, settings: Record<string, string>): void {
  clearTimeout(timer);
  keep = () => {
    clearTimeout(timer);
    keep = () => {};
    if (!framed && readAddress().manifold === manifold)
      history.replaceState(null, "", link(manifold, settings));
  };
  timer = window.setTimeout(keep, 150);
}

/** A gallery's files: fetched from a server, handed over by scripts where a page may not fetch, or within. */

const waiting = new Map<string, (text: string) => void>();

declare global {
  interface Window {
    quadricFile: (stem: string, text: string) => void;
  }
}

window.quadricFile = (stem, text) => waiting.get(stem)?.(text);

const bytes = (text: string) => Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));

export async function loadFile(name: string, stem: string): Promise<Uint8Array> {
  // A page inside a notebook carries its one manifold within itself.
  const inside = document.getElementById(`data-${stem}`);
  if (inside) return bytes(inside.textContent ?? "");
  if (document.documentElement.dataset.files === "scripts") return loadScript(stem);
  let answer: Response;
  try {
    answer = await fetch(`data/${encodeURIComponent(name)}`);
  } catch {
    throw new Error(
      `${name} cannot be loaded: the server does not answer. Is quadric explore still running?`,
    );
  }
  if (!answer.ok)
    throw new Error(
      answer.status === 404
        ? `${name} is missing from the gallery.`
        : `${name} cannot be loaded (${answer.status}).`,
    );
  return new Uint8Array(await answer.arrayBuffer());
}

function loadScript(stem: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const done = (act: () => void) => {
      waiting.delete(stem);
      script.remove();
      act();
    };
    waiting.set(stem, (text) => done(() => resolve(bytes(text))));
    script.addEventListener("error", () =>
      done(() => reject(new Error(`data/${stem}.js is missing from this site.`))),
    );
    script.addEventListener("load", () => {
      if (waiting.has(stem))
        done(() => reject(new Error(`data/${stem}.js is damaged: it hands over no file.`)));
    });
    script.src = `data/${encodeURIComponent(stem)}.js`;
    document.head.append(script);
  });
}

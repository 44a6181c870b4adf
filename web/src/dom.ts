/** Elements by function. Text only ever becomes a text node: a token can never become markup. */

export type Child = Node | string | false | null | undefined;
type Value = string | number | boolean | EventListener | undefined;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill<E extends Element>(element: E, attributes: Record<string, Value>, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(
    ...children.filter(
      (child): child is Node | string => child !== null && child !== undefined && child !== false,
    ),
  );
  return element;
}

/** Say something to people who listen to the page. */
export function announce(text: string): void {
  document.getElementById("announce")!.textContent = text;
}

/** A token as it reads by itself: white space that would not show gets a sign. */
export function tokenText(token: string): string {
  // Names and places write a line break as people type it.
  if (token === "\\n") return "⏎";
  const text = token.replace(/\n/g, "⏎").replace(/\t/g, "⇥");
  return text.trim() === "" ? text.replace(/ /g, "␣") || "∅" : text.trim();
}

/** For each token the first that is the same word but for blanks and capitals. */
export function sameWord(vocab: string[]): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from(vocab, (token, id) => {
    const word = tokenText(token).toLowerCase();
    if (!first.has(word)) first.set(word, id);
    return first.get(word)!;
  });
}

/** What people call signs that are too small to be read among points. */
const SIGNS: Record<string, string> = {
  ".": "full stop",
  ",": "comma",
  ";": "semicolon",
  ":": "colon",
  "?": "question mark",
  "!": "exclamation mark",
  "-": "hyphen",
  "--": "dash",
  "⏎": "line break",
  "␣": "blank",
};

/** A token as a word in the picture: signs alone would be taken for points. */
export function sceneText(token: string): string {
  const text = tokenText(token);
  return /[\p{L}\p{N}]/u.test(text) ? text : (SIGNS[text] ?? `“${text}”`);
}

/** A name in words, where it has signs for blanks and line breaks. */
export function spelled(name: string): string {
  return name.replace(/[⏎␣]/g, (sign) => SIGNS[sign]);
}

/** A name in large letters: a line may end with one of its bars or dots, not begin with it. */
export function title(name: string): string {
  return name.replace(/ ([|\u00b7]) /g, "\u00a0$1 ");
}

/** "model.layers.15" as "layer 15", also within a title. */
export function shortLayer(text: string): string {
  return text.replace(/\b(?:[a-z_]\w*\.)+(\d+)\b/gi, "layer $1").replace(/^(\d+)$/, "layer $1");
}

/** A number in three or four figures. */
export function figure(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(2).replaceAll("-", "−");
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3).replace("-", "−");
}

/** A number among others of its kind, which reach about 1: three decimals each. */
export function thousandths(value: number): string {
  // Not "−0.000".
  return value
    .toFixed(3)
    .replace(/^-(?=0\.000$)/, "")
    .replace("-", "−");
}

/** The end of a text: at most so many characters, from a whole word on and not from a mark of punctuation. */
export function lastWords(text: string, room: number): string {
  const cut = text.length > room;
  // A context begins anywhere, also within a word; whole words have a blank before them.
  const whole = (cut ? text.slice(-room) : text).replace(cut ? /^\S*\s/ : /^\p{Ll}\S*\s/u, "");
  return whole.replace(/^[\s\p{P}]+(?=[\p{L}\p{N}])/u, "");
}

/** A share from 0 to 1, in a few characters. */
export function percent(share: number): string {
  const hundredths = 100 * share;
  if (hundredths >= 9.5) return `${Math.round(hundredths)}%`;
  if (hundredths >= 0.1 || hundredths <= 0) return `${Number(hundredths.toPrecision(2))}%`;
  return "<0.1%";
}

/** A whole number with commas. The browser's own way takes tens of milliseconds when it is first asked. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** So many manifolds, in words. */
export function manifolds(number: number): string {
  return `${count(number)} ${number === 1 ? "manifold" : "manifolds"}`;
}

/** Hand a file to the person. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

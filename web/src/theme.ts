/** Dark or light: what the system asks for, until the person chooses. */

import { h } from "./dom";

export type Theme = "dark" | "light";
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

try {
  const kept = localStorage.getItem("quadric-theme");
  if (kept === "dark" || kept === "light") root.dataset.theme = kept;
} catch {
  // Pages from a folder may have no storage; the system's choice stands.
}
system.addEventListener("change", () => listeners.forEach((listener) => listener()));

export function theme(): Theme {
  return (root.dataset.theme as Theme | undefined) ?? (system.matches ? "dark" : "light");
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page's background as three numbers, for drawing on it. */
export function background(): [number, number, number] {
  return theme() === "dark" ? [0.043, 0.051, 0.071] : [0.98, 0.976, 0.965];
}

export function themeButton(): HTMLButtonElement {
  const button = h("button", { type: "button", class: "icon", title: "Dark or light" });
  const label = () => {
    button.textContent = theme() === "dark" ? "☾" : "☀";
    button.setAttribute("aria-label", `Switch to ${theme() === "dark" ? "light" : "dark"} colours`);
  };
  button.addEventListener("click", () => {
    root.dataset.theme = theme() === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("quadric-theme", root.dataset.theme);
    } catch {
      // Not kept, but shown.
    }
    label();
    listeners.forEach((listener) => listener());
  });
  label();
  return button;
}

/** A set of samples as a short text for the address: gaps between numbers, seven bits a byte, base64url. */

export function encodeSet(chosen: Uint8Array): string {
  let bytes = "";
  let last = -1;
  for (let i = 0; i < chosen.length; i++) {
    if (!chosen[i]) continue;
    let gap = i - last - 1;
    last = i;
    for (; gap > 127; gap >>>= 7) bytes += String.fromCharCode((gap & 127) | 128);
    bytes += String.fromCharCode(gap);
  }
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The set again, one byte a sample; null if the text is no set of so many. */
export function decodeSet(text: string, n: number): Uint8Array | null {
  let bytes: string;
  try {
    bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    return null;
  }
  const chosen = new Uint8Array(n);
  let [at, gap, shift] = [-1, 0, 0];
  for (let k = 0; k < bytes.length; k++) {
    const byte = bytes.charCodeAt(k);
    gap += (byte & 127) * 2 ** shift;
    shift += 7;
    if (byte & 128) continue;
    at += gap + 1;
    if (at >= n) return null;
    chosen[at] = 1;
    [gap, shift] = [0, 0];
  }
  return chosen;
}

// Digests as the hub makes them, by the browser's own means. They are there over TLS, and on this machine.

export function isSecure(): boolean {
  return globalThis.isSecureContext;
}

export async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

export async function digestHex(text: string): Promise<string> {
  return [...(await digest(text))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

// Bytes as letters that an address can hold: base64url without "=".
export function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The inverse, also of base64. Throws where other letters are in it. */
export const bytesOf = (letters: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** A secret of 16 bytes of one's own chance, as 22 letters. */
export const drawToken = (): string => base64url(crypto.getRandomValues(new Uint8Array(16)));

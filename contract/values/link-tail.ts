const LETTER_OR_FIGURE = /[\p{L}\p{N}]/u

/**
 * What names something in a link, without the signs that a chat, a bracket or the end of a sentence left behind it (rule R16.15). No
 * slug, code, id or token of ours ends with a sign: base64url of 16 or 32 bytes ends with a letter or a digit. Signs inside stay.
 */
export function dropLinkTail(text: string): string {
  let end = text.length
  while (end > 0) {
    // A letter outside of the basic plane has two code units.
    const from = end > 1 && /[\udc00-\udfff]/.test(text.charAt(end - 1)) ? end - 2 : end - 1
    if (LETTER_OR_FIGURE.test(text.slice(from, end))) break
    end = from
  }
  return text.slice(0, end)
}

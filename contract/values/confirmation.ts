/** What a person types before an act that nothing brings back; screen and server compare it by the same function. */

/** The word of each act, typed where an event's name has no letter and no digit. */
export type ConfirmationWord = 'CANCELAR' | 'DEVOLVER'

/** The text to type: the event's name, or the word of the act if the name has nothing that every keyboard has. */
export function confirmationText(eventName: string, word: ConfirmationWord): string {
  return keyed(eventName) === '' ? word : eventName
}

/** Whether the text was typed. Only letters and digits count, without case or accents (rule R8.11). */
export function isConfirmed(typed: string | undefined, text: string): boolean {
  const expected = keyed(text)
  return expected !== '' && keyed(typed ?? '') === expected
}

/** The letters and digits of a text. Lower case comes first: some capitals get a mark by it. */
function keyed(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

/** The fields of the page's first HTML, which were typed into before the program drew its own. */

let fields: Map<string, HTMLInputElement> | undefined

/**
 * By the name in their `data-typed`. Looked for once, and so to be asked for before the first screen is drawn: they keep what is
 * typed into them when the page drops them. Who takes a field's text over removes it here.
 */
export function firstFields(): Map<string, HTMLInputElement> {
  const inputs = document.querySelectorAll<HTMLInputElement>('#root [data-typed]')
  fields ??= new Map([...inputs].map((input) => [input.dataset['typed'] ?? '', input]))
  return fields
}

/** Fields of the page's first HTML: people type into them before the program draws its own. */

let fields: Map<string, HTMLInputElement> | undefined

/**
 * Returns them by the name in their `data-typed`. The first call comes before the first screen is drawn; inputs keep their text after
 * the page drops them. A caller that takes a text over removes its entry.
 */
export function firstFields(): Map<string, HTMLInputElement> {
  const inputs = document.querySelectorAll<HTMLInputElement>('#root [data-typed]')
  fields ??= new Map([...inputs].map((input) => [input.dataset['typed'] ?? '', input]))
  return fields
}

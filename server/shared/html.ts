/** Markup written as a template whose values are escaped unless they are markup themselves. For mails and server-made pages. */

const mark = Symbol('markup')

/** Text that is known to be markup; made only by `html` and `trustedMarkup`. */
export interface Markup {
  readonly [mark]: string
}

export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

function isMarkup(value: object): value is Markup {
  return mark in value
}

function write(value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return isMarkup(value) ? value[mark] : value.map(write).join('')
}

/** ``html`<p>${name}</p>` ``: strings are escaped, lists joined, `null`, `undefined` and `false` write nothing. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return { [mark]: String.raw({ raw: strings }, ...values.map(write)) }
}

/** Takes text as markup, unescaped; only for text that we made ourselves, such as a drawn SVG. */
export function trustedMarkup(text: string): Markup {
  return { [mark]: text }
}

/** The finished text. */
export function renderMarkup(markup: Markup): string {
  return markup[mark]
}

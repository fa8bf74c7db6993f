/**
 * The fields of who buys without a session, in the classes of `web/ui/fields/` and `web/features/phone/PhoneField.tsx`: what is typed
 * into them before the program runs, its form takes over (`web/areas/public/checkout/typed-before.ts`). In no form of
 * their own: nothing of them may go into an address.
 */
import { buyerWords } from '#contract/first-paint/buyer-words.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { html, type Markup } from '#server/shared/html.ts'

const CONTROL =
  'w-full min-h-12 rounded-card border border-borde-campo bg-mesa px-4 py-2.5 text-papel transition-colors duration-150 hover:border-humo text-16'

const COUNTRY = html`<span
  aria-hidden="true"
  class="absolute inset-y-0 left-0 z-1 flex w-18 items-center justify-center gap-1 rounded-l-card text-14 font-semibold text-humo"
  >+54</span
>`

interface FieldLook {
  readonly type: 'tel' | 'text' | 'email' | 'date'
  readonly autocomplete: string
  readonly hint?: string
  readonly max?: string
}

function field(name: 'phone' | 'name' | 'mail' | 'birthDate', { type, autocomplete, hint, max }: FieldLook): Markup {
  const id = `antes-${name}`
  return html`<div class="flex flex-col gap-1.5">
    <label for="${id}" class="text-14 font-semibold text-papel">${buyerWords[name]}</label>
    ${hint !== undefined && html`<p id="${id}-hint" class="text-14 text-humo">${hint}</p>`}
    <span class="relative block"
      >${type === 'tel' && COUNTRY}<input
        id="${id}"
        data-typed="${name}"
        type="${type}"
        ${type === 'tel' && html`placeholder="Número de teléfono"`}
        autocomplete="${autocomplete}"
        ${type === 'email' && html`inputmode="email" autocapitalize="none"`}
        ${max !== undefined && html`max="${max}"`}
        ${hint !== undefined && html`aria-describedby="${id}-hint"`}
        class="${CONTROL}${type === 'tel' && ' pl-20'}"
    /></span>
  </div>`
}

/** `forbidsMinors`: the event asks for the birth date, too. */
export function buyerFields({ forbidsMinors }: { readonly forbidsMinors: boolean }, now: string): Markup {
  return html`<div role="group" aria-label="${buyerWords.title}" class="flex flex-col gap-5">
    ${field('phone', { type: 'tel', autocomplete: 'tel' })} ${field('name', { type: 'text', autocomplete: 'name' })}
    ${field('mail', { type: 'email', autocomplete: 'email', hint: buyerWords.mailHint })}
    ${forbidsMinors && field('birthDate', { type: 'date', autocomplete: 'bday', max: toLocalDate(now) })}
  </div>`
}

/**
 * What there is to buy before the script of an event's page has run, as `Buy` of `web/areas/public/events/EventScreen.tsx`
 * draws it. Its button is a link to the checkout, where the quantities are chosen too; the codes in the address of the page
 * come along as the checkout's referrer (`web/areas/public/checkout/linked-codes.ts`).
 */
import { paths } from '#contract/api/paths.ts'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { canBeBought, closedWords, priceRange, takesWaiting, typeNotice } from '#contract/first-paint/type-words.ts'
import { formatMoney, formatPrice, toCents } from '#contract/values/money.ts'
import { html, type Markup } from '#server/shared/html.ts'

interface EventSale {
  readonly event: EventPage
  readonly types: readonly TicketType[]
  readonly now: string
}

export function eventSale({ event, types, now }: EventSale): Markup {
  const open = types.filter(canBeBought)
  const only = open.length === 1 ? open[0] : undefined
  return html`<section id="entradas" aria-label="Entradas" class="flex min-w-0 flex-col gap-3 mb-10">
    <div>
      <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 class="min-w-0 wrap-anywhere text-18 font-bold">Entradas</h2>
      </div>
    </div>
    ${
      types.length === 0
        ? html`<div class="rounded-card border border-linea bg-tinta p-5 text-humo">
            Todavía no hay entradas a la venta. Guardá el evento y volvé más cerca de la fecha.
          </div>`
        : html`${typeList({ event, types, now })} ${open.length > 0 ? buyBar(event, open, only) : closed(event, types)}`
    }
  </section>`
}

/** The types and what they cost, as `TicketTypePicker` draws them. With one type, one of it is chosen. */
export function typeList({ event, types, now }: EventSale): Markup {
  const open = types.filter(canBeBought)
  return html`<ul class="flex flex-col gap-3">
    ${types.map((type) => typeCard(type, { event, now, isChosen: open.length === 1 && type === open[0] }))}
  </ul>`
}

interface TypeCard {
  readonly event: EventPage
  readonly now: string
  readonly isChosen: boolean
}

function typeCard(type: TicketType, { event, now, isChosen }: TypeCard): Markup {
  const isOpen = canBeBought(type)
  const grey = isOpen ? '' : ' text-humo'
  return html`<li class="rounded-card border border-linea bg-tinta p-4${isChosen && ' ring-2 ring-celeste'}">
    <div class="flex items-start justify-between gap-4">
      <div class="min-w-0">
        <h3 class="text-16 font-bold${grey}">${type.name}</h3>
        ${type.description && html`<p class="mt-0.5 text-14 text-humo">${type.description}</p>`}
      </div>
      ${isOpen && STEPPER}
    </div>
    <div class="mt-2 flex items-end justify-between gap-4 text-14">
      <span class="min-w-0">
        <span class="block ${type.availability === 'last' ? 'font-semibold text-sol' : 'text-humo'}"
          >${typeNotice(type, now)}</span
        >
        ${
          type.fee > 0 &&
          html`<span class="block text-12 text-humo"
            >${formatPrice(toCents(type.price))} + ${formatPrice(toCents(type.fee))} de servicio</span
          >`
        }
      </span>
      <span class="text-16 font-bold${grey}">${formatPrice(toCents(type.price) + toCents(type.fee))}</span>
    </div>
    ${
      type.availability === 'soldOut' &&
      takesWaiting(event, now) &&
      html`<div class="mt-3 border-t border-linea pt-3"><span class="block min-h-11"></span></div>`
    }
  </li>`
}

/** The room of − n +, which only the script can serve. */
const STEPPER = html`<span aria-hidden="true" class="inline-flex items-center gap-3"
  ><span class="size-11"></span><span class="min-w-6"></span><span class="size-11"></span
></span>`

function closed({ company }: EventPage, types: readonly TicketType[]): Markup {
  return html`<p class="text-humo">
    <span class="font-bold text-papel">${closedWords(types)}. </span>Mirá
    <a href="${paths.company(company.slug)}" class="text-celeste">qué más organiza ${company.name}</a>.
  </p>`
}

const BUTTON =
  'inline-flex items-center justify-center gap-2 rounded-full py-2 text-center leading-tight font-bold no-underline transition-colors duration-150 select-none bg-celeste text-sobre-celeste hover:bg-papel min-h-12 text-16 px-6'

function buyBar(event: EventPage, open: readonly TicketType[], only: TicketType | undefined): Markup {
  const cents = only && toCents(only.price) + toCents(only.fee)
  return html`<div
    class="fixed inset-x-0 bottom-0 z-20 border-t border-linea bg-tinta px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:border-0 md:bg-transparent md:p-0${
      only && ' md:sticky md:bottom-4'
    }"
  >
    <div
      class="flex items-center justify-between gap-4 md:mt-5 md:rounded-card md:border md:border-linea md:bg-tinta md:p-4"
    >
      <p class="min-w-0">
        ${
          only && cents !== undefined
            ? html`<span class="display block text-22 whitespace-nowrap">${formatPrice(cents)}</span>
                <span class="block text-12 text-humo"
                  >1 entrada${only.fee > 0 && ` · incluye servicio ${formatMoney(toCents(only.fee))}`}</span
                >`
            : html`<span class="block text-16 font-bold">${priceRange(open)}</span>
                <span class="block text-12 text-humo">Hasta ${event.orderLimit} por compra</span>`
        }
      </p>
      <a href="${paths.buyTicket(event.id)}" class="${BUTTON} ${only ? 'min-w-32 shrink-0 sm:min-w-40' : 'min-w-40'}"
        >${only ? (cents === 0 ? 'Reservar' : 'Comprar') : 'Elegir entradas'}</a
      >
    </div>
  </div>`
}

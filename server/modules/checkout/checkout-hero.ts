/**
 * What the checkout shows before its program runs, in the classes of `web/areas/public/checkout/BuyTicketScreen.tsx`: of which event,
 * what there is to choose, and the fields of who buys. What was chosen is known to the device alone.
 */
import { eventPath } from '#contract/api/paths.ts'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { canBeBought } from '#contract/first-paint/type-words.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { typeList } from '#server/modules/events/first-paint/event-sale.ts'
import { cover, flyer } from '#server/modules/events/first-paint/flyer.ts'
import { topBar } from '#server/shared/top-bar.ts'
import { html, type Markup } from '#server/shared/html.ts'
import { buyerFields } from './buyer-fields.ts'

const grey = (size: string) =>
  html`<span aria-hidden="true" class="block animate-pulse-soft rounded-card bg-mesa ${size}"></span>`

interface Checkout {
  /** The answers of the page's first reads. */
  readonly event: EventPage | null
  readonly types: readonly TicketType[] | undefined
  readonly now: string
}

/** Null where the reads were refused. */
export function checkoutHero({ event, types, now }: Checkout): Markup | null {
  if (!event || !types) return null
  const open = types.filter(canBeBought)
  // With one type, one of it is chosen.
  const isChoosing = open.length !== 1
  return html`${topBar()}
    <main
      class="column grid gap-8 pt-24 pb-16 lg:gap-x-12 lg:pt-28 ${
        isChoosing ? 'lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]' : 'lg:grid-cols-[minmax(0,36rem)] lg:justify-center'
      }"
    >
      <div>
        <a href="${eventPath(event)}" class="flex items-center gap-4 text-papel no-underline">
          <span class="block size-20 shrink-0 overflow-hidden rounded-card border border-linea"
            >${event.flyer ? flyer(event.flyer, { sizes: '80px', priority: true }) : cover()}</span
          >
          <span class="min-w-0">
            <span class="block text-18 leading-snug font-bold text-balance wrap-anywhere">${event.name}</span>
            <span class="block text-14 text-sol first-letter:uppercase"
              >${event.startDate ? formatMoment(event.startDate) : 'Fecha a confirmar'}</span
            >
            <span class="block text-14 wrap-anywhere text-humo">${event.Location.name}, ${event.Location.city}</span>
          </span>
        </a>
        <h1 class="display mt-6 mb-4 text-34">
          ${types.every(({ price }) => price === 0) ? 'Tu reserva' : 'Tu compra'}
        </h1>
        ${isChoosing && typeList({ event, types, now })}
        <div role="status" aria-label="Cargando la compra">${!isChoosing && grey('h-10 w-1/2')}</div>
      </div>
      <div class="rounded-card border border-linea bg-tinta p-5">
        ${isChoosing ? html`<p class="text-humo">Elegí tus entradas para ver el total.</p>` : grey('h-24 w-full')}
        <div class="mt-5 border-t border-linea pt-5">
          ${open.length > 0 ? buyerFields(event, now) : grey('h-72 w-full')}
        </div>
      </div>
    </main>`
}

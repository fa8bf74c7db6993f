/**
 * What the checkout shows before its program runs, in the classes of `web/areas/public/checkout/BuyTicketScreen.tsx`: of which event.
 * What was chosen is known to the device alone.
 */
import { eventPath } from '#contract/api/paths.ts'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { cover, flyer } from '#server/modules/events/first-paint/flyer.ts'
import { topBar } from '#server/shared/top-bar.ts'
import { html, type Markup } from '#server/shared/html.ts'

const grey = (size: string) =>
  html`<span aria-hidden="true" class="block animate-pulse-soft rounded-card bg-mesa ${size}"></span>`

/** `event` and `types` are the answers of the page's first reads; null gives null. */
export function checkoutHero(event: EventPage | null, types: readonly TicketType[] | undefined): Markup | null {
  if (!event || !types) return null
  return html`${topBar()}
    <main class="column grid gap-8 pt-24 pb-16 lg:gap-x-12 lg:pt-28">
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
        <div role="status" aria-label="Cargando la compra" class="flex flex-col gap-4">
          ${grey('h-24 w-full')}${grey('h-72 w-full')}
        </div>
      </div>
    </main>`
}

/** The notices next to an event's date, as `web/features/events` draws them. */
import { eventNotice, isOn } from '#contract/first-paint/event-notice.ts'
import type { EventCard } from '#contract/events/event-schemas.ts'
import { html, type Markup } from '#server/shared/html.ts'

const TONES = {
  neutral: 'bg-mesa-2 text-papel',
  celeste: 'bg-celeste text-sobre-celeste',
  sol: 'bg-sol text-noche',
  rojo: 'bg-rojo text-noche',
} as const

export function badges(event: EventCard, now: string): Markup {
  const notice = eventNotice(event)
  return html`${isOn(event, now) && badge('sol', 'Ahora')}${notice && badge(notice.tone, notice.text)}`
}

export function badge(tone: keyof typeof TONES, text: string): Markup {
  return html`<span class="inline-flex items-center gap-1 rounded-full px-2.5 py-1 text-12 font-bold ${TONES[tone]}"
    >${text}</span
  >`
}

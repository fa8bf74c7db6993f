/** Messages to winners. Pure. */
import { paths } from '#contract/api/paths.ts'
import type { Template } from '#server/modules/notifications/notify.ts'
import { firstName, type Letter } from '#server/shared/mail-page.ts'
import type { FoundWinner } from './queries.ts'

/** WhatsApp's template. First name, prize, event, code; its button leads to the raffle. */
const WON_TEMPLATE = 'sorteo_ganado'

export function wonMail({ prize, eventName, flyer, code, raffleId }: FoundWinner): Letter {
  return {
    event: { eventName, flyer },
    subject: `Ganaste el sorteo de ${eventName}`,
    lines: [`Ganaste ${prize}, en el sorteo de ${eventName}, con el código ${code}.`],
    action: { label: 'Ver el sorteo', path: paths.raffle(raffleId) },
    after: 'Cómo y hasta cuándo se retira el premio está en las bases, en la misma página.',
  }
}

export function wonWhatsapp({ name, prize, eventName, code, raffleId }: FoundWinner): Template {
  return { template: WON_TEMPLATE, params: [firstName(name), prize, eventName, code], buttonSuffix: raffleId }
}

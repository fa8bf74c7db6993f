/** Mails about what a commercial changed of an event. Pure. */
import { actLabels, changeLines } from '#contract/events/change-words.ts'
import type { CommercialChange } from '#contract/events/event-changes.ts'
import { paths } from '#contract/api/paths.ts'
import { textLength } from '#contract/values/text.ts'
import type { Letter } from '#server/shared/mail-page.ts'

/** A longer text is read on the screen. */
const MOST_LETTERS = 120

interface Facts {
  readonly change: Pick<CommercialChange, 'act' | 'fields' | 'ticketTypes'> & {
    readonly userName: string | null
    readonly eventId: string
    readonly eventName: string
  }
  readonly categories: readonly { readonly id: number; readonly name: string }[]
}

export function changedByCommercialMail({ change, categories }: Facts): Letter {
  const { eventId, eventName, userName, act } = change
  const lines = changeLines(change, categories)
  return {
    subject: `Tu comercial hizo cambios en ${eventName}`,
    lines: [
      `${userName ?? 'Tu comercial'} hizo esto en ${eventName}: ${actLabels[act].toLowerCase()}.`,
      ...lines.map(({ label, before, after }) =>
        textLength(before + after) > MOST_LETTERS ? `${label}: cambió.` : `${label}: ${before} → ${after}`,
      ),
    ],
    action: { label: 'Ver los cambios', path: paths.eventChanges(eventId) },
    after: lines.length > 0 ? '¿No estás de acuerdo? Desde ahí podés deshacerlo.' : '¿Dudas? Escribile a tu comercial.',
  }
}

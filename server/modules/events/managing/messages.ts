/** Mails about what a commercial changed of an event. Pure. */
import { grouped } from '#contract/values/numbers.ts'
import { actLabels, changeLines } from '#contract/events/change-words.ts'
import type { CommercialChange } from '#contract/events/event-changes.ts'
import { paths } from '#contract/api/paths.ts'
import { textLength } from '#contract/values/text.ts'
import type { Letter } from '#server/shared/mail-page.ts'

/** A longer text is read on the screen. */
const MOST_LETTERS = 120

interface Facts {
  readonly eventName: string
  readonly changes: readonly (Pick<CommercialChange, 'act' | 'fields' | 'ticketTypes'> & {
    readonly userName: string | null
  })[]
  /** Changes that are only counted. */
  readonly more: number
  readonly categories: readonly { readonly id: number; readonly name: string }[]
}

export function changedByCommercialMail(
  { eventName, changes, more, categories }: Facts,
  { eventId }: { eventId: string },
): Letter {
  const lines = changes.map((change) => changeLines(change, categories))
  return {
    subject: `Tu comercial hizo cambios en ${eventName}`,
    lines: [
      ...changes.flatMap(({ userName, act }, at) => [
        // Of several alike it is said once.
        ...(act === changes[at - 1]?.act && userName === changes[at - 1]?.userName
          ? []
          : [`${userName ?? 'Tu comercial'} hizo esto en ${eventName}: ${actLabels[act].toLowerCase()}.`]),
        ...(lines[at] ?? []).map(({ label, before, after }) =>
          textLength(before + after) > MOST_LETTERS ? `${label}: cambió.` : `${label}: ${before} → ${after}`,
        ),
      ]),
      ...(more > 0 ? [more === 1 ? 'Y un cambio más.' : `Y ${grouped(more)} cambios más.`] : []),
    ],
    action: { label: 'Ver los cambios', path: paths.eventChanges(eventId) },
    after:
      lines.flat().length > 0
        ? '¿No estás de acuerdo? Desde ahí podés deshacerlo.'
        : '¿Dudas? Escribile a tu comercial.',
  }
}

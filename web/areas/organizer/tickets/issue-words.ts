/** What the dialog of generated tickets says of limits. */
import type { CourtesyAvailability, IssuableType, IssueOptions } from '#contract/sales/box-office.ts'
import { TICKETS_PER_CALL } from '#contract/sales/box-office.ts'
import { counted } from '#web/lib/numbers.ts'

export const closedWords: Record<NonNullable<IssueOptions['closed']>, string> = {
  draft: 'Publicá el evento para generar entradas.',
  over: 'El evento terminó o se canceló: ya no se generan entradas.',
  company: 'Tu organización todavía no está aprobada.',
}

/** How many of a type may be generated at once, and what keeps there from being more. */
export function mostOf(
  { available }: Pick<IssuableType, 'available'>,
  isCourtesy: boolean,
  { eventCourtesiesRemaining: left, eventCourtesyLimit: limit }: CourtesyAvailability,
): { readonly most: number; readonly words: string } {
  const isBoundByEvent = isCourtesy && left < available
  const most = Math.min(TICKETS_PER_CALL, isBoundByEvent ? left : available)
  if (!isBoundByEvent)
    return {
      most,
      words:
        available === 0
          ? 'No quedan lugares de este tipo'
          : `Quedan ${counted(available, 'lugar', 'lugares')} de este tipo`,
    }
  return {
    most,
    words:
      left === 0
        ? `Ya se dieron las ${limit} cortesías del evento`
        : `Quedan ${counted(left, 'cortesía', 'cortesías')} de las ${limit} del evento`,
  }
}

import type { Answer } from '#contract/api/endpoint.ts'
import type { getPromotedEvents } from '#contract/promoters/promoter-desk.ts'
import { formatMoney } from '#contract/values/money.ts'
import { cashStat } from '#web/features/promoters/settlement-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'

/** What a promoter brought to all their events, and what each side owes. */
export function PromotedTotals({ totals }: Pick<Answer<typeof getPromotedEvents>, 'totals'>) {
  const { tickets, courtesies, arrived, owedCents, earnedCents, confirmedCents, cashCents } = totals
  return (
    <Stats label="En todos tus eventos" narrow>
      <Stat
        label="Trajiste"
        value={grouped(tickets)}
        note={[
          courtesies > 0 && counted(courtesies, 'cortesía', 'cortesías'),
          `${counted(arrived, 'entró', 'entraron')}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <Stat
        label={owedCents < 0 ? 'Te pagaron de más' : 'Te deben'}
        definition="De lo que ya se confirmó, 48 horas después de cada evento."
        value={formatMoney(Math.abs(owedCents))}
        note={
          earnedCents > confirmedCents
            ? `y ${formatMoney(earnedCents - confirmedCents)} por confirmar`
            : `de ${formatMoney(earnedCents)} que ganaste`
        }
      />
      <Stat {...cashStat(cashCents)} />
    </Stats>
  )
}

import { HandCoins } from 'lucide-react'
import { formatDay, formatMoment } from '#contract/values/dates.ts'
import {
  exportOwnSettlements,
  exportOwnSettlementsSheet,
  listOwnSettlements,
  type PromoterBalance,
} from '#contract/events/commissions.ts'
import { formatMoney } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { useSession } from '#web/api/session.ts'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { money, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { cashStat } from '#web/features/promoters/settlement-words.ts'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { OwnSettlements } from './OwnSettlements.tsx'

export const ownSettlements = defineList(listOwnSettlements, {
  screen: 'promoterSettlement',
  rows: ({ events }) => events,
  filters: { search: search('buscar', { label: 'Evento', placeholder: 'Buscá por nombre' }) },
  sort: {
    date: ['fecha', { desc: 'Últimas fechas' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
  },
  file: { endpoint: exportOwnSettlements, sheet: exportOwnSettlementsSheet, name: 'liquidacion-rrpp' },
})
export const { loader } = ownSettlements

const columns: Columns<typeof ownSettlements> = [
  twoLines(
    'Evento',
    ({ id, name, companyName, startDate }) => ({
      title: name,
      to: paths.promoterEvent(id),
      detail: [companyName, startDate && formatDay(startDate)].filter(Boolean).join(' · '),
    }),
    { sort: 'name' },
  ),
  money('Ganaste', ({ balance, confirmsAt }) => ({
    cents: balance.earnedCents,
    detail: confirmationWords(balance, confirmsAt),
  })),
  money('Cobraste', ({ balance }) => balance.paidCents),
  money('Te deben', ({ balance }) => balance.owedCents, { look: 'strong' }),
  money('Debés (efectivo)', ({ balance }) => balance.cashCents),
]

function confirmationWords({ earnedCents, confirmedCents }: PromoterBalance, confirmsAt: string | null): string | null {
  if (earnedCents === 0) return null
  if (confirmedCents !== 0) return 'Confirmada'
  return confirmsAt === null ? 'Se confirma después del evento' : `Se confirma el ${formatMoment(confirmsAt)}`
}

/** `/rrpp/liquidacion`: what a promoter earned, was paid and holds in cash, and the settlements that wait for them. */
function PromoterSettlementScreen() {
  const list = useList(ownSettlements)
  const session = useSession()
  return (
    <>
      {session?.user.roles.includes('RRPP') && <BackLink to={paths.promoterEvents()}>Tus eventos</BackLink>}
      <ListView
        list={list}
        header={{ eyebrow: 'RRPP', title: 'Tu liquidación' }}
        noun={{ none: 'Ningún evento', one: 'evento', many: 'eventos' }}
        summary={
          list.answer && (
            <div className="mb-6 flex flex-col gap-5">
              <Totals totals={list.answer.totals} />
              <OwnSettlements waiting={list.answer.waiting} events={list.answer.events} />
            </div>
          )
        }
        empty={{
          icon: HandCoins,
          title: 'Todavía no hay nada para liquidar',
          children:
            'Cuando vendas un evento como RRPP, acá ves tu comisión, lo que cobraste y lo que tenés que rendir.',
        }}
        noMatchHint="Probá con otro nombre."
        caption="Tu plata por evento"
        columns={columns}
      />
    </>
  )
}

function Totals({ totals: { earnedCents, paidCents, owedCents, cashCents } }: { totals: PromoterBalance }) {
  return (
    <Stats label="En todos tus eventos" narrow>
      <Stat
        label="Ganaste"
        definition="Tu comisión, menos la de lo que se devolvió. Se confirma 48 horas después de cada evento."
        value={formatMoney(earnedCents)}
        note={paidCents !== 0 && `${formatMoney(paidCents)} ya cobraste`}
      />
      <Stat
        label={owedCents < 0 ? 'Te pagaron de más' : 'Te deben'}
        definition="De lo que ya se confirmó. Lo que se devuelve después de que cobraste se descuenta la próxima vez."
        value={formatMoney(Math.abs(owedCents))}
      />
      <Stat {...cashStat(cashCents)} />
    </Stats>
  )
}

export { PromoterSettlementScreen as Component }

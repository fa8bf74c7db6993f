import type { CostsByType } from '#contract/events/commercials-costs.ts'
import { figures, resultCents } from '#contract/values/figures.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { moneyFigures } from '#web/features/charts/money-figures.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Chart } from '#web/ui/charts/Chart.tsx'
import { Definitions } from '#web/ui/data/Definitions.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import {
  breakEvenChart,
  breakEvenOf,
  breakEvenWords,
  keptWords,
  profitChart,
  wholePesos,
  type Money,
} from './break-even.ts'

interface ProfitProps {
  totals: Money
  costsByType: CostsByType
  /** Places that can still be sold. */
  left: number
  /** Read by the company's own people. */
  isOwn?: boolean
}

/** What an event leaves once its costs are paid, and with how many tickets they are. */
export function Profit({ totals, costsByType, left, isOwn = true }: ProfitProps) {
  const kept = keptWords(isOwn)
  const netCents = resultCents(totals)
  const { perTicketCents, tickets } = breakEvenOf(totals)
  return (
    <div className="flex flex-col gap-3.5">
      <Stats label="Costos y lo que queda" narrow>
        <Stat {...kept} value={formatMoney(totals.keptCents)} />
        <Stat {...figures.costs} value={formatMoney(totals.costCents)} />
        <Stat {...figures.result} value={formatMoney(netCents)} tone={netCents > 0 ? 'yerba' : 'sol'} />
        <Stat
          {...figures.breakEven}
          value={tickets === null ? '—' : grouped(tickets)}
          note={perTicketCents === null ? 'sin ventas todavía' : `${formatMoney(wholePesos(perTicketCents))} cada una`}
        />
      </Stats>
      <p className="font-semibold">{breakEvenWords(totals, left)}</p>
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        <Chart
          kind="stacked"
          title="De lo pagado al resultado"
          measured="Cada paso, y al final lo que queda pagados los costos"
          figures={moneyFigures}
          data={profitChart(totals)}
        />
        <Chart
          kind="line"
          title="Cuándo se cubren los costos"
          measured="Lo que dejan las entradas, según cuántas se paguen"
          figures={moneyFigures}
          {...breakEvenChart(totals, isOwn)}
          empty="Con las primeras ventas vas a ver con cuántas entradas se cubren los costos."
        />
      </div>
      {costsByType.length > 0 && (
        <Chart
          kind="rows"
          title="Costos por tipo"
          measured="Importe"
          figures={moneyFigures}
          data={{
            heading: 'Tipo',
            labels: costsByType.map(({ costType }) => costType),
            series: [{ label: 'Importe', values: costsByType.map(({ totalAmount }) => toCents(totalAmount)) }],
          }}
        />
      )}
      <Definitions
        of={[
          figures.paid,
          figures.refunded,
          figures.charges,
          figures.commissions,
          kept,
          figures.costs,
          figures.result,
          figures.perTicket,
          figures.breakEven,
        ]}
      />
    </div>
  )
}

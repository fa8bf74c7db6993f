import type { AttendanceIndicators as Indicators } from '#contract/sales/scanning.ts'
import { shareOf } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Disclosure } from '#web/ui/data/Disclosure.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'

/** How many are in, of how many, and by which type. */
export function AttendanceIndicators({ indicators }: { indicators: Indicators | undefined }) {
  if (!indicators) return <Skeleton label="Cargando cuántas personas entraron" className="h-12" />
  const { scanned, total, byType, lastMinutes } = indicators
  const recent = lastMinutes.reduce((sum, admitted) => sum + admitted, 0)
  return (
    <Disclosure
      look="bare"
      title={
        <>
          <span className="flex items-baseline justify-between gap-3">
            <span className="font-bold">Adentro {grouped(scanned)}</span>
            <span className="text-14 text-humo">
              de {grouped(total)} · {shareOf(scanned, total)}
            </span>
          </span>
          <ProgressBar
            label="Personas adentro"
            value={scanned}
            max={Math.max(total, 1)}
            tone="yerba"
            className="mt-2"
          />
        </>
      }
    >
      <ul className="flex flex-col gap-1 text-14 text-humo">
        <li>Últimos 15 minutos: {grouped(recent)}</li>
        {byType.map((type) => (
          <li key={type.type} className="flex justify-between">
            <span>{type.type}</span>
            <span>
              {grouped(type.scanned)} / {grouped(type.total)}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

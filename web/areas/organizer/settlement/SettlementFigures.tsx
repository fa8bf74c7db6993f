import type { Answer } from '#contract/api/endpoint.ts'
import { figures } from '#contract/values/figures.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { getSettlement, SettlementControl, SettlementFigures as Figures } from '#contract/companies/settlement.ts'
import { Dimmed } from '#web/features/lists/Dimmed.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Section } from '#web/ui/base/Section.tsx'
import { Definitions } from '#web/ui/data/Definitions.tsx'
import { Waterfall } from '#web/ui/data/Waterfall.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import {
  controlWords,
  elsewhereWords,
  CONTROL,
  fallSteps,
  fallFigures,
  netOfHundred,
  releasedWords,
  toReleaseWords,
} from './settlement-words.ts'

type Settlement = Answer<typeof getSettlement>

/** A company's money from what was paid to what is kept, and when it is released. */
export function SettlementFigures({ answer, isStale }: { answer: Settlement | undefined; isStale: boolean }) {
  return (
    <Dimmed isStale={isStale} className="mb-4">
      <Section card title="De lo que pagó la gente a lo que te queda" hint={answer && sumWords(answer.totals)}>
        {answer ? (
          <Waterfall label="De lo pagado a lo que te queda" steps={fallSteps(answer.totals)} write={formatMoney} />
        ) : (
          <Skeleton label="Cargando tu liquidación" className="h-64" />
        )}
        <Definitions of={fallFigures} />
      </Section>
      <div className="mt-3.5">
        <Stats label="Cuándo te llega la plata">
          {answer ? (
            <>
              <Stat {...releasedWords(answer.release)} />
              <Stat {...toReleaseWords(answer.release)} />
              {answer.totals.promoterCashCents !== 0 && (
                <Stat {...figures.promoterCash} value={formatMoney(answer.totals.promoterCashCents)} tone="sol" />
              )}
              <ReconciliationStat control={answer.control} />
            </>
          ) : (
            [figures.released.label, figures.toRelease.label, CONTROL].map((label) => (
              <Stat key={label} label={label} value={undefined} />
            ))
          )}
        </Stats>
        {answer && <ReleaseNotes words={elsewhereWords(answer.release)} />}
      </div>
    </Dimmed>
  )
}

/** `1.208 compras. Te quedan $83,64 de cada $100 pagados.` */
function sumWords(totals: Figures): string | null {
  const words = [counted(totals.sales, 'compra', 'compras'), netOfHundred(totals)].filter(Boolean)
  return totals.sales === 0 ? null : `${words.join('. ')}.`
}

function ReleaseNotes({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div className="mt-3.5 flex flex-col gap-2">
      {words.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
    </div>
  )
}

const tones = { yerba: 'text-yerba', sol: 'text-sol' }

function ReconciliationStat({ control }: { control: SettlementControl }) {
  const { value, ...words } = controlWords(control)
  return <Stat {...words} value={<span className={words.tone && tones[words.tone]}>{value}</span>} />
}

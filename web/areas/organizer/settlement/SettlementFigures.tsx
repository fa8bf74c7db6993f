import { ChevronDown } from 'lucide-react'
import type { Answer } from '#contract/endpoint.ts'
import { formatExactCents } from '#contract/exact-money.ts'
import type { getSettlement, SettlementControl, SettlementFigures as Figures } from '#contract/settlement.ts'
import { Dimmed } from '#web/features/lists/Dimmed.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Card } from '#web/ui/base/Card.tsx'
import { Waterfall } from '#web/ui/data/Waterfall.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import {
  controlWords,
  elsewhereWords,
  fallSteps,
  figureWords,
  keptOfHundred,
  releasedWords,
  toReleaseWords,
} from './settlement-words.ts'

type Settlement = Answer<typeof getSettlement>

/** A company's money from what was paid to what is kept, and when it is released. */
export function SettlementFigures({ answer, isStale }: { answer: Settlement | undefined; isStale: boolean }) {
  return (
    <Dimmed isStale={isStale} className="mb-4">
      <Card asChild className="p-5 md:p-6">
        <section aria-label="De lo que pagó la gente a lo que te queda">
          <div className="mb-6">
            <h2 className="text-16 font-bold">De lo que pagó la gente a lo que te queda</h2>
            {answer && <Sum totals={answer.totals} />}
          </div>
          {answer ? (
            <Waterfall
              label="De lo pagado a lo que te queda"
              steps={fallSteps(answer.totals)}
              write={formatExactCents}
            />
          ) : (
            <Skeleton label="Cargando tu liquidación" className="h-64" />
          )}
          <details className="group mt-6 border-t border-linea pt-2">
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-14 font-semibold">
              De dónde sale cada número
              <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <dl className="mt-1 grid gap-3 text-14 md:grid-cols-2 md:gap-x-8">
              {figureWords.map(([name, words]) => (
                <div key={name}>
                  <dt className="font-semibold">{name}</dt>
                  <dd className="text-humo">{words}</dd>
                </div>
              ))}
            </dl>
          </details>
        </section>
      </Card>
      <div className="mt-3.5">
        <Stats label="Cuándo la tenés">
          {answer ? (
            <>
              <Stat {...releasedWords(answer.release)} />
              <Stat {...toReleaseWords(answer.release)} />
              <Control control={answer.control} />
            </>
          ) : (
            ['Ya en tu Mercado Pago', 'Por liberarse', 'Control con Mercado Pago'].map((label) => (
              <Stat key={label} label={label} value={undefined} />
            ))
          )}
        </Stats>
        {answer && <Elsewhere words={elsewhereWords(answer.release)} />}
      </div>
    </Dimmed>
  )
}

/** `1.208 compras. Te quedan $83,64 de cada $100 pagados.` */
function Sum({ totals }: { totals: Figures }) {
  const { sales } = totals
  if (sales === 0) return null
  const kept = keptOfHundred(totals)
  return (
    <p className="mt-1 text-14 text-humo">
      {counted(sales, 'compra', 'compras')}
      {kept && `. ${kept}`}.
    </p>
  )
}

function Elsewhere({ words }: { words: readonly string[] }) {
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

function Control({ control }: { control: SettlementControl }) {
  const { value, ...words } = controlWords(control)
  return <Stat {...words} value={<span className={words.tone && tones[words.tone]}>{value}</span>} />
}

import { classes } from '../base/classes.ts'

const tones = {
  celeste: 'bg-celeste',
  humo: 'bg-humo',
  rojo: 'bg-rojo',
  sol: 'bg-sol',
  yerba: 'bg-yerba',
}

export interface WaterfallStep {
  label: string
  amount: number
  /** `start` and `end` begin at zero; `less` begins at the previous remainder. */
  is: 'start' | 'less' | 'end'
  tone: keyof typeof tones
  /** Its share of the total: `6,4 % de lo pagado`. */
  note?: string | undefined
}

export interface WaterfallProps {
  /** The accessible name. */
  label: string
  steps: readonly WaterfallStep[]
  /** Formats an amount without a sign. */
  write: (amount: number) => string
}

/** A waterfall chart from the total to the remainder: columns, or rows on a phone. */
export function Waterfall({ label, steps, write }: WaterfallProps) {
  const drawn = barsOf(steps)
  const hasNotes = steps.some(({ note }) => note)
  return (
    <dl aria-label={label} className="grid gap-4 xl:auto-cols-fr xl:grid-flow-col xl:gap-3">
      {drawn.map(({ step, from, size }) => (
        <div
          key={step.label}
          className={classes(
            'grid min-w-0 grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 xl:grid-cols-1 xl:content-end xl:text-center',
            step.is === 'end' && 'max-xl:border-t max-xl:border-linea max-xl:pt-4',
          )}
        >
          <dt className={classes('text-14 xl:order-2', step.is === 'end' ? 'font-semibold text-papel' : 'text-humo')}>
            {step.label}
          </dt>
          <dd className={classes('font-bold whitespace-nowrap xl:order-3', step.is === 'end' && 'max-xl:text-18')}>
            {amountOf(step, write)}
            {hasNotes && (
              // An empty line keeps neighbours aligned.
              <span className="block text-12 font-normal text-humo max-xl:text-right xl:min-h-lh">{step.note}</span>
            )}
          </dd>
          <dd aria-hidden="true" className="relative col-span-2 h-3 xl:hidden">
            <span
              className={classes('absolute inset-y-0 rounded-full', size > 0 && 'min-w-1', tones[step.tone])}
              style={{ left: `min(${from}%, 100% - 4px)`, width: `${size}%` }}
            />
          </dd>
          <dd aria-hidden="true" className="relative order-1 mb-2 h-40 max-xl:hidden">
            <span
              className={classes(
                'absolute inset-x-0 mx-auto max-w-28 rounded-card',
                size > 0 && 'min-h-1',
                tones[step.tone],
              )}
              style={{ bottom: `min(${from}%, 100% - 4px)`, height: `${size}%` }}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** With its sign: what a step takes reads as less, what it brings as more. */
function amountOf({ amount, is }: WaterfallStep, write: (amount: number) => string): string {
  const change = is === 'less' ? -amount : amount
  if (change === 0) return write(0)
  return change < 0 ? `−${write(-change)}` : is === 'less' ? `+${write(change)}` : write(change)
}

/** Where each bar begins and how long it is, in hundredths of all that is drawn. */
export function barsOf(steps: readonly WaterfallStep[]): { step: WaterfallStep; from: number; size: number }[] {
  let left = 0
  const spans = steps.map((step) => {
    const [begin, end] = step.is === 'less' ? [left, left - step.amount] : [0, step.amount]
    left = end
    return { step, low: Math.min(begin, end), high: Math.max(begin, end) }
  })
  const lowest = Math.min(0, ...spans.map(({ low }) => low))
  const all = Math.max(0, ...spans.map(({ high }) => high)) - lowest
  const share = (amount: number) => (all === 0 ? 0 : (amount / all) * 100)
  return spans.map(({ step, low, high }) => ({ step, from: share(low - lowest), size: share(high - low) }))
}

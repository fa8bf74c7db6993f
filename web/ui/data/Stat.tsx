import { Info } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'

export interface StatProps {
  label: string
  /** What it counts: the label opens it beneath the figure. */
  definition?: string
  /** As it is written: `$24.318.000`. Undefined while it is on its way. */
  value: ReactNode | undefined
  /** What it is measured by: «75 % de 1.800». */
  note?: ReactNode
  /** It says that all is well, or that something wants a look. */
  tone?: 'yerba' | 'sol'
}

const borders = { yerba: 'border-yerba', sol: 'border-sol' }

/** One figure that matters, in a card. Several stand in a `Stats`. */
export function Stat({ label, definition, value, note, tone }: StatProps) {
  const [isDefined, setIsDefined] = useState(false)
  const definitionId = useId()
  return (
    <div
      className={classes(
        '@container flex min-w-0 flex-col gap-0.5 rounded-card border bg-tinta p-4',
        tone ? borders[tone] : 'border-linea',
      )}
    >
      <dt className="text-14 text-humo">
        {definition ? (
          <button
            type="button"
            title="Qué es"
            aria-expanded={isDefined}
            aria-controls={definitionId}
            onClick={() => setIsDefined(!isDefined)}
            className="relative inline-flex items-center gap-1.5 text-left before:absolute before:-inset-x-3 before:-inset-y-3 hover:text-papel"
          >
            {label}
            <Info className="size-3.5 shrink-0" />
          </button>
        ) : (
          label
        )}
      </dt>
      <dd className="display text-22 @min-[15rem]:text-28">
        {typeof value === 'string' ? (
          <Figure text={value} />
        ) : (
          (value ?? <Skeleton label={`Cargando ${label}`} className="my-1 h-8 w-28" />)
        )}
      </dd>
      {note && <dd className="text-14 text-humo">{note}</dd>}
      {definition && (
        <dd id={definitionId} hidden={!isDefined} className="mt-2 border-t border-linea pt-2 text-14">
          {definition}
        </dd>
      )}
    </div>
  )
}

/** A figure never breaks: where the card is too narrow for it, it is drawn smaller. Words break as words do. */
function Figure({ text }: { text: string }) {
  if (/\p{L}/u.test(text)) return text
  // Of Archivo at its widest, in ems.
  const points = text.replaceAll(/[^.,\s]/g, '').length
  const width = 0.4 * points + 0.75 * (text.length - points)
  return (
    <span className="whitespace-nowrap" style={{ fontSize: `min(1em, ${(100 / width).toFixed(2)}cqi)` }}>
      {text}
    </span>
  )
}

export interface StatsProps {
  label: string
  /** Counts, not money: they need less room, two stand side by side on a phone. */
  narrow?: boolean
  children: ReactNode
}

/** Figures side by side, as many as there is room for. */
export function Stats({ label, narrow = false, children }: StatsProps) {
  return (
    <dl
      aria-label={label}
      className={classes(
        'grid gap-3',
        narrow
          ? 'grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]'
          : 'grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))]',
      )}
    >
      {children}
    </dl>
  )
}

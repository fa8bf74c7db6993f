import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../base/classes.ts'

/** `line`: small, under something. `row`: one of a list on a card. `bare`: what is always in sight draws itself. */
const looks = {
  line: { box: '', summary: 'flex min-h-11 items-center gap-2 text-14 font-semibold', body: 'pt-1' },
  row: { box: 'px-5', summary: 'flex min-h-14 items-center justify-between gap-4 py-3 font-semibold', body: 'pb-5' },
  bare: { box: '', summary: 'block min-h-11', body: 'pt-3' },
}

interface DisclosureProps {
  title: ReactNode
  /** Sums up what is inside, while that is closed. */
  note?: ReactNode
  look?: keyof typeof looks
  className?: string
  children: ReactNode
}

/** What few need to see, until they ask for it. */
export function Disclosure({ title, note, look = 'line', className, children }: DisclosureProps) {
  const { box, summary, body } = looks[look]
  return (
    <details className={classes('group', box, className)}>
      <summary className={classes('cursor-pointer list-none [&::-webkit-details-marker]:hidden', summary)}>
        {title}
        {look !== 'bare' && (
          <ChevronDown className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180" />
        )}
        {note && <span className="min-w-0 font-normal wrap-anywhere text-humo group-open:hidden">{note}</span>}
      </summary>
      <div className={body}>{children}</div>
    </details>
  )
}

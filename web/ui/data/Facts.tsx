import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'
import { classes } from '../base/classes.ts'

/**
 * `columns`: names in one column, values in another. `lines`: a ruled line each, for a card. `stacked`: the name small
 * over its value. `paper`: stacked, two side by side, on a ticket.
 */
export type FactsLook = 'columns' | 'lines' | 'stacked' | 'paper'

const looks: Record<FactsLook, { list: string; fact: string; label: string; value: string }> = {
  columns: {
    list: 'grid grid-cols-[fit-content(55%)_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2',
    fact: 'contents',
    label: 'text-14 text-humo',
    value: 'wrap-anywhere',
  },
  lines: {
    list: 'divide-y divide-linea',
    fact: 'flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 px-5 py-4 md:justify-start',
    label: 'text-14 text-humo md:w-48',
    value: '',
  },
  stacked: { list: 'grid gap-5', fact: 'relative', label: 'text-14 text-humo', value: '' },
  paper: {
    list: 'grid grid-cols-2 gap-x-4 gap-y-3',
    fact: '',
    label: 'text-12 text-humo-papel',
    value: 'leading-tight font-bold wrap-anywhere',
  },
}

const Look = createContext<FactsLook>('columns')

/** Names with their values: what is known of one thing. */
export function Facts({ look = 'columns', className, ...list }: ComponentProps<'dl'> & { look?: FactsLook }) {
  return (
    <Look value={look}>
      <dl {...list} className={classes(looks[look].list, className)} />
    </Look>
  )
}

interface FactProps {
  label: string
  /** Before both, in `stacked`. */
  icon?: ReactNode
  children: ReactNode
}

export function Fact({ label, icon, children }: FactProps) {
  const look = looks[useContext(Look)]
  return (
    <div className={classes(look.fact, icon ? 'pl-9' : 'min-w-0')}>
      <dt className={look.label}>
        {icon && <span className="absolute top-0.5 left-0 text-celeste">{icon}</span>}
        {label}
      </dt>
      <dd className={classes('min-w-0', look.value)}>{children}</dd>
    </div>
  )
}

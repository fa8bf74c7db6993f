import { classes } from '../base/classes.ts'
import { Disclosure } from './Disclosure.tsx'

interface Definition {
  readonly label: string
  readonly definition: string
}

/** What the figures of a table or a drawing count, for people who ask. */
export function Definitions({ of, className }: { of: readonly Definition[]; className?: string }) {
  return (
    <Disclosure title="Qué es cada número" className={classes('border-t border-linea pt-2', className)}>
      <dl className="grid gap-3 text-14 md:grid-cols-2 md:gap-x-8">
        {of.map(({ label, definition }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="text-humo">{definition}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

import type { ReactNode } from 'react'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Button } from '#web/ui/base/Button.tsx'

interface FilterSummaryProps {
  /** How many rows the filters leave; undefined until loaded. */
  total: number | undefined
  /** There are more than were counted: «10.000+». */
  isCapped?: boolean | undefined
  words: { readonly none: string; readonly one: string; readonly many: string }
  isFiltered: boolean
  onClear: () => void
  /** What else may be done with what is left. */
  children?: ReactNode
}

/** Under a list's filters: what they leave, and the way out of them. Its height stays while the count is on its way. */
export function FilterSummary(props: FilterSummaryProps) {
  const {
    total,
    isCapped = false,
    words: { none, one, many },
    isFiltered,
    onClear,
    children,
  } = props
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-14 text-humo">
        {total === undefined
          ? ' '
          : total === 0
            ? none
            : isCapped
              ? `${grouped(total)}+ ${many}`
              : counted(total, one, many)}
      </p>
      <span className="flex flex-wrap items-center gap-2">
        {children}
        {isFiltered && (
          <Button tone="quiet" size="s" onClick={onClear}>
            Sacar filtros
          </Button>
        )}
      </span>
    </div>
  )
}

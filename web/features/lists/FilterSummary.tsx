import { counted, grouped } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/Button.tsx'

interface FilterSummaryProps {
  /** How many rows the filters leave; undefined while nobody knows. */
  total: number | undefined
  /** There are more than were counted: «10.000+». */
  isCapped?: boolean | undefined
  words: { readonly none: string; readonly one: string; readonly many: string }
  isFiltered: boolean
  onClear: () => void
}

/** Under a list's filters: what they leave, and the way out of them. Its height stays while the count is on its way. */
export function FilterSummary({
  total,
  isCapped = false,
  words: { none, one, many },
  isFiltered,
  onClear,
}: FilterSummaryProps) {
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
      {isFiltered && (
        <Button tone="quiet" size="s" onClick={onClear}>
          Sacar filtros
        </Button>
      )}
    </div>
  )
}

import { Button } from '#web/ui/Button.tsx'

interface FilterSummaryProps {
  /** How many rows the filters leave, in words; absent while it is not known. */
  count: string | undefined
  isFiltered: boolean
  onClear: () => void
}

/** Under a list's filters: what they leave, and the way out of them. Its height stays while the count is on its way. */
export function FilterSummary({ count, isFiltered, onClear }: FilterSummaryProps) {
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-14 text-humo">
        {count ?? ' '}
      </p>
      {isFiltered && (
        <Button tone="quiet" size="s" onClick={onClear}>
          Sacar filtros
        </Button>
      )}
    </div>
  )
}

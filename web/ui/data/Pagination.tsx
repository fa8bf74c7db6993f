import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../base/Button.tsx'
import { IconButton } from '../base/IconButton.tsx'

export interface PaginationProps {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** What is paged: «eventos». */
  label?: string
  /** How many rows a page may have, and has. */
  size?: { readonly of: readonly number[]; readonly now: number; readonly onChange: (size: number) => void } | undefined
}

/** With fewer pages the arrows are quicker. */
const WORTH_JUMPING = 5
const control = 'min-h-11 rounded-full border border-borde-campo bg-mesa px-3 text-16 text-papel'

/** Previous and next with the place in between, a jump where there are many; nothing when there is nothing to choose. */
export function Pagination({ page, totalPages, onPage, label = 'resultados', size }: PaginationProps) {
  const smallest = Math.min(...(size?.of ?? [0]))
  const hasSizes = size !== undefined && (totalPages > 1 || size.now > smallest)
  if (totalPages <= 1 && !hasSizes) return null
  return (
    <nav aria-label={`Páginas de ${label}`} className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 py-4">
      {totalPages > 1 && (
        <div className="flex items-center gap-3">
          <IconButton label="Página anterior" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft className="size-5" />
          </IconButton>
          <p aria-live="polite" className="text-14 text-humo">
            Página <b className="text-papel">{page}</b> de {totalPages}
          </p>
          <IconButton label="Página siguiente" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
            <ChevronRight className="size-5" />
          </IconButton>
        </div>
      )}
      {totalPages > WORTH_JUMPING && <Jump key={page} page={page} totalPages={totalPages} onPage={onPage} />}
      {hasSizes && (
        <label className="flex items-center gap-2 text-14 text-humo">
          Por página
          <select className={control} value={size.now} onChange={({ target }) => size.onChange(Number(target.value))}>
            {size.of.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
    </nav>
  )
}

function Jump({ page, totalPages, onPage }: Pick<PaginationProps, 'page' | 'totalPages' | 'onPage'>) {
  function jump(form: FormData) {
    const wanted = Math.trunc(Number(form.get('pagina')))
    if (wanted >= 1) onPage(Math.min(wanted, totalPages))
  }
  return (
    <form action={jump} noValidate className="flex items-center gap-2">
      <label className="flex items-center gap-2 text-14 text-humo">
        Ir a la página
        <input
          name="pagina"
          type="number"
          inputMode="numeric"
          min={1}
          max={totalPages}
          defaultValue={page}
          enterKeyHint="go"
          className={`${control} w-20 tabular-nums`}
        />
      </label>
      {/* Keyboards of numbers have no key that sends. */}
      <Button type="submit" tone="secondary" size="s">
        Ir
      </Button>
    </form>
  )
}

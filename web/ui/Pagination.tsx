import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './IconButton.tsx'

export interface PaginationProps {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** What is paged: «eventos». */
  label?: string
}

/** Previous and next with the place in between; nothing when there is a single page. */
export function Pagination({ page, totalPages, onPage, label = 'resultados' }: PaginationProps) {
  if (totalPages <= 1) return null
  return (
    <nav aria-label={`Páginas de ${label}`} className="flex items-center justify-center gap-3 py-4">
      <IconButton label="Página anterior" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <p aria-live="polite" className="text-14 text-humo">
        Página <b className="text-papel">{page}</b> de {totalPages}
      </p>
      <IconButton label="Página siguiente" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </nav>
  )
}

import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'

/** The way from one event's screens to the list. */
export function BackToEvents() {
  return (
    <Link
      to={paths.organizerEvents()}
      className="mb-3 inline-flex min-h-11 items-center gap-1 font-semibold text-humo no-underline hover:text-papel"
    >
      <ChevronLeft aria-hidden="true" className="size-5" />
      Eventos
    </Link>
  )
}

import { ChevronLeft } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'

/** Leads to the screen above this one. */
export function BackLink({ children, ...link }: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...link}
      className="mb-3 inline-flex min-h-11 items-center gap-1 font-semibold text-humo no-underline hover:text-papel"
    >
      <ChevronLeft className="size-5" />
      {children}
    </Link>
  )
}

import { Link } from 'react-router'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { classes } from '#web/ui/base/classes.ts'

/** The mark (a ticket on its side, in the flag's colours) and the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={classes('inline-flex items-center gap-2.5', className)}>
      <svg viewBox="0 0 12 22" aria-hidden="true" className="h-[22px] w-3">
        <path className="fill-celeste" d="M3 0h6a3 3 0 0 1 3 3v4H0V3a3 3 0 0 1 3-3Z" />
        <path className="fill-papel" d="M0 7h12v8H0v-1.6a2.4 2.4 0 0 0 0-4.8Z" />
        <path className="fill-celeste" d="M0 15h12v4a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3Z" />
      </svg>
      <span className="display text-22 leading-none lowercase">{brand.name}</span>
    </span>
  )
}

/** The logo, which leads to the landing. */
export function HomeLink({ className }: { className?: string }) {
  return (
    <Link
      to={paths.home()}
      aria-label={`${brand.name}, inicio`}
      className={classes('inline-flex min-h-11 items-center text-papel no-underline', className)}
    >
      <Logo />
    </Link>
  )
}

import { CircleHelp } from 'lucide-react'
import { Link, useMatches } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { classes } from '#web/ui/base/classes.ts'

interface Handle {
  readonly help?: string
}

/** Leads to the help page about the screen that is open; without one, nothing. On phones it is the icon alone. */
export function HelpLink({ isIcon = false }: { isIcon?: boolean }) {
  const handle = useMatches().at(-1)?.handle as Handle | undefined // `routes.tsx` writes it
  if (!handle?.help) return null
  return (
    <Link
      to={paths.helpTopic(handle.help)}
      className={classes(
        'flex min-h-11 items-center gap-3 rounded-card font-semibold text-humo no-underline hover:text-papel',
        isIcon ? 'size-11 justify-center' : 'mb-2 px-3',
      )}
    >
      <CircleHelp className="size-5 shrink-0" />
      <span className={isIcon ? 'sr-only' : undefined}>Ayuda de esta pantalla</span>
    </Link>
  )
}

import { Link, type LinkProps } from 'react-router'
import { classes } from '#web/ui/base/classes.ts'

/** A link to another screen, as tall as a thumb needs. */
export function ScreenLink({ className, ...link }: LinkProps) {
  return <Link {...link} className={classes('link inline-flex min-h-11 items-center', className)} />
}

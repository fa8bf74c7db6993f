import { Link, type LinkProps } from 'react-router'
import { buttonStyle, type ButtonLook } from '#web/ui/base/button-style.ts'
import { classes } from '#web/ui/base/classes.ts'

/** A link to another screen that looks like a button. */
export function ScreenButton({ tone, size, wide, narrow, className, ...link }: LinkProps & ButtonLook) {
  return <Link {...link} className={classes(buttonStyle({ tone, size, wide, narrow }), className)} />
}

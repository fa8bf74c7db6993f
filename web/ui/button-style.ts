import { classes } from './classes.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger' | 'paper'
export type ButtonSize = 's' | 'm' | 'l'

const tones: Record<ButtonTone, string> = {
  primary: 'bg-celeste text-sobre-celeste hover:bg-papel',
  secondary: 'border-2 border-linea text-papel hover:border-humo hover:bg-mesa',
  quiet: 'text-papel hover:bg-mesa',
  danger: 'bg-rojo text-noche hover:bg-papel',
  paper: 'border-2 border-noche text-noche hover:bg-noche hover:text-papel',
}

/** Even the smallest is 44 px tall: thumbs, not mice. */
const sizes: Record<ButtonSize, string> = {
  s: 'min-h-11 px-4 text-14',
  m: 'min-h-12 px-6 text-16',
  l: 'min-h-14 px-8 text-16',
}

/** The look shared by `Button` and `LinkButton`. */
export function buttonStyle({
  tone = 'primary',
  size = 'm',
  wide = false,
}: { tone?: ButtonTone | undefined; size?: ButtonSize | undefined; wide?: boolean | undefined } = {}): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-full py-2 text-center leading-tight font-bold no-underline',
    'transition-colors duration-150 select-none disabled:cursor-not-allowed disabled:opacity-55',
    tones[tone],
    sizes[size],
    wide && 'w-full',
  )
}

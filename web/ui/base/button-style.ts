import { classes } from './classes.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger' | 'paper' | 'night' | 'field'
export type ButtonSize = 's' | 'm' | 'l'

/** `paper` and `night` stand on light surfaces, `field` looks like what is typed in. */
const tones: Record<ButtonTone, string> = {
  primary: 'bg-celeste text-sobre-celeste hover:bg-papel',
  secondary: 'border-2 border-linea text-papel hover:border-humo hover:bg-mesa',
  quiet: 'text-papel hover:bg-mesa',
  danger: 'bg-rojo text-noche hover:bg-papel',
  field: 'border-2 border-borde-campo bg-mesa text-papel hover:border-humo',
  paper: 'border-2 border-noche text-noche hover:bg-noche hover:text-papel',
  night: 'bg-noche text-papel hover:bg-mesa-2',
}

/** Even the smallest is 44 px tall: thumbs, not mice. */
const sizes: Record<ButtonSize, string> = {
  s: 'min-h-11 text-14',
  m: 'min-h-12 text-16',
  l: 'min-h-14 text-16',
}
const air: Record<ButtonSize, string> = { s: 'px-4', m: 'px-6', l: 'px-8' }
const narrowAir = { always: 'px-3', phones: 'max-md:px-3' }

export interface ButtonLook {
  tone?: ButtonTone | undefined
  size?: ButtonSize | undefined
  /** Fills its line. */
  wide?: boolean | undefined
  /** With little air at its sides, where long words or several buttons share a line. */
  narrow?: keyof typeof narrowAir | undefined
}

/** The look shared by `Button` and `LinkButton`. */
export function buttonStyle({ tone = 'primary', size = 'm', wide = false, narrow }: ButtonLook = {}): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-full py-2 text-center leading-tight font-bold no-underline',
    'transition-colors duration-150 select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    tones[tone],
    sizes[size],
    narrow !== 'always' && air[size],
    narrow && narrowAir[narrow],
    wide && 'w-full',
  )
}

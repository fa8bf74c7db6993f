import { classes } from '../base/classes.ts'

export interface ProgressBarProps {
  /** What advances, for those who do not see it. */
  label: string
  value: number
  max: number
  tone?: 'celeste' | 'sol' | 'yerba' | 'rojo' | 'humo'
  className?: string
}

const fills = { celeste: 'bg-celeste', sol: 'bg-sol', yerba: 'bg-yerba', rojo: 'bg-rojo', humo: 'bg-humo' }

export function ProgressBar({ label, value, max, tone = 'celeste', className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      className={classes('h-2 overflow-hidden rounded-full bg-mesa-2', className)}
    >
      <div
        className={classes('h-full rounded-full transition-[width] duration-200', fills[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

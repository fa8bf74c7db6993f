import { formatTimeWithSeconds } from '#contract/values/dates.ts'
import { classes } from '#web/ui/base/classes.ts'
import type { ScanHistoryEntry } from './scan-history.ts'

const MARKS = {
  admitted: { sign: '✓', words: 'Pasó', color: 'text-yerba' },
  refused: { sign: '✕', words: 'No pasó', color: 'text-rojo' },
  other_event: { sign: '!', words: 'Otro evento', color: 'text-sol' },
  undecided: { sign: '…', words: 'Sin decidir', color: 'text-sol' },
} as const

/** What this door decided, newest first. */
export function ScanHistory({ history }: { history: readonly ScanHistoryEntry[] }) {
  if (history.length === 0)
    return <p className="border-t border-linea py-3 text-14 text-humo">Todavía no escaneaste a nadie en esta puerta.</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reached with the keyboard
    <ul aria-label="Últimos escaneos" tabIndex={0} className="max-h-44 overflow-y-auto">
      {history.map((entry) => {
        const { sign, words, color } = MARKS[entry.status]
        return (
          <li
            key={entry.id}
            className={classes('flex justify-between gap-3 border-t border-linea py-2.5 text-14', color)}
          >
            <span className="min-w-0 wrap-anywhere">
              <span aria-hidden="true">{sign} </span>
              <span className="sr-only">{words}: </span>
              {entry.result}
            </span>
            <time dateTime={entry.timestamp} className="shrink-0 text-humo">
              {formatTimeWithSeconds(entry.timestamp)}
            </time>
          </li>
        )
      })}
    </ul>
  )
}

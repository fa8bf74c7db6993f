import { counted } from '#web/lib/numbers.ts'

const HOUR = 3_600_000

/** How long somebody has waited: `40 minutos`, `5 horas`, `3 días`. */
export function waitWords(since: string, nowMs: number): string {
  const hours = Math.max(0, nowMs - Date.parse(since)) / HOUR
  if (hours < 1) return counted(Math.floor(hours * 60), 'minuto', 'minutos')
  if (hours < 24) return counted(Math.floor(hours), 'hora', 'horas')
  return counted(Math.floor(hours / 24), 'día', 'días')
}

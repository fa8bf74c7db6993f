import { matchPath } from 'react-router'
import {
  MAX_FRAMES,
  NO_SCREEN,
  reportClientError,
  withoutPersonalData,
  type ClientErrorKind,
} from '#contract/platform/support-errors.ts'
import { places } from '#contract/platform/places.ts'
import { call } from '#web/api/call.ts'

/** A place in a file of ours: its path, line and column. */
const PLACE = /(?:^|[\s(@])(?:https?:\/\/[^/\s]+)\/([\w./@-]+\.[jt]sx?)(?:\?[^\s:)]*)?:(\d+):(\d+)/

/** Sends a failure report, without a session or personal data. */
export async function sendReport(error: unknown, kind: ClientErrorKind, pathname: string): Promise<void> {
  const frames = framesOf(error)
  // Outside of a screen also what browsers' extensions do fails here: it has no place in our files.
  if (kind === 'window' && frames.length === 0) return
  const message = withoutPersonalData(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  const screen = Object.values(places).find(({ path }) => matchPath(path, pathname))?.path ?? NO_SCREEN
  await call(reportClientError, { body: { kind, message, screen, build: build(), frames } }, { token: '' })
}

function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  const places = lines.flatMap((line) => {
    const [, file, row, column] = PLACE.exec(line) ?? []
    return file === undefined ? [] : [`${file.slice(-80)}:${row}:${column}`]
  })
  return places.slice(0, MAX_FRAMES)
}

/** The first file of the program bears the mark of all the others. */
function build(): string {
  const source = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
  return /[\w.-]*$/.exec(source)?.[0].slice(0, 60) ?? ''
}

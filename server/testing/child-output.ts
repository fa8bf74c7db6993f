/** A program that a test started: what it prints, and its end. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface ChildOutput {
  /** What has been printed so far, on both streams. */
  text(): string
  /**
   * The code that it ended with, null after a signal, once all that it printed is here: at `exit` the last lines may still be on
   * their way. Waits for everybody who has its streams, its own children too.
   */
  readonly closed: Promise<number | null>
}

/** Call it right after the start; needs `stdio: 'pipe'` for what is to be read. */
export function outputOf(child: ChildProcess): ChildOutput {
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  }
  const closed = once(child, 'close').then(([code]) => code as number | null) // as Node says
  return { text: () => printed, closed }
}

/** The code that it ends with, null after a signal. Says nothing of its output: that is `outputOf`'s `closed`. */
export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const [code] = await once(child, 'exit')
  return code as number | null // as Node says
}

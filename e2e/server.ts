/** A whole Previa for the journeys: the built product on a free port with a state folder of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { outputOf } from '#server/testing/child-output.ts'
import { shiftedProcess } from '#server/testing/shift-clock.ts'

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const QUICK_PICTURES = new URL('../server/testing/quick-pictures.ts', import.meta.url).href
/** First start: database, migrations and all demo data; on a busy machine, minutes. */
const READY_MS = 300_000

export interface RunningServer {
  readonly url: string
  /** Its state folder. */
  readonly home: string
  stop(): Promise<void>
}

/**
 * Starts it and waits until it is ready and its demo data are whole; `flags` as of the command line. Throws with what it printed
 * when it ends before.
 */
export async function startServer(flags: readonly string[] = []): Promise<RunningServer> {
  const home = await mkdtemp(join(tmpdir(), 'previa-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [MAIN, 'all', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...shiftedProcess,
      PREVIA_HOME: home,
      PORT: String(port),
      DATABASE_URL: '',
      NODE_ENV: '',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `${shiftedProcess.NODE_OPTIONS} --import=${QUICK_PICTURES}`,
    },
  })
  const output = outputOf(child)
  const stop = async () => {
    child.kill('SIGTERM')
    await output.closed
    await rm(home, { recursive: true, force: true })
  }
  const deadline = performance.now() + READY_MS
  while (!(await isReady(url)) || existsSync(join(home, 'demo-loading'))) {
    if (child.exitCode === null && performance.now() < deadline) {
      await wait(100)
      continue
    }
    await stop()
    throw new Error(`The server did not start:\n${output.text()}`)
  }
  return { url, home, stop }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

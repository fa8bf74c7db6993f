/** One server for all journeys; they make what they change themselves. */
import { spawnSync } from 'node:child_process'
import { launchOptions } from './browser.ts'
import { startServer } from './server.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const { executablePath } = await launchOptions()
  if (executablePath) assertRuns(executablePath)
  const server = await startServer()
  process.env['PREVIA_E2E_URL'] = server.url
  process.env['PREVIA_E2E_HOME'] = server.home
  return () => server.stop()
}

/** The bundle needs two system libraries that small images lack; their absence shows as a timeout otherwise. */
function assertRuns(program: string): void {
  const { status, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  throw new Error(
    `El navegador de las pruebas no corre: ${stderr.trim()}\nEn Debian y Ubuntu: apt-get install libnss3 libnspr4`,
  )
}

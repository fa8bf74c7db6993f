import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { companyStaff } from '#server/demo/people.ts'
import { ended, outputOf, type ChildOutput } from '#server/testing/child-output.ts'
import { shiftedProcess } from '#server/testing/shift-clock.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
// Whole programs start and end here, on machines that do other things too.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const home = mkdtempSync(join(tmpdir(), 'previa-processes-'))
const started = new Set<ChildProcess>()
let port: number
let previa: Running

interface Running extends ChildOutput {
  readonly process: ChildProcess
}

beforeAll(async () => {
  port = await freePort()
  previa = await startReady()
})
afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM')
  rmSync(home, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  server.close()
  await once(server, 'close')
  return port
}

/** `main.ts` with an environment of its own. */
function run(args: readonly string[], environment: Record<string, string> = {}): Running {
  const own = { PATH: process.env['PATH'], PREVIA_HOME: home, PORT: String(port), LOG_LEVEL: 'warn' }
  const env = { ...own, ...shiftedProcess, ...environment }
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.add(child)
  return { process: child, ...outputOf(child) }
}

async function startReady(environment: Record<string, string> = { WEB_PROCESSES: '2' }): Promise<Running> {
  const running = run(['all', '--empty'], environment)
  await until(() => {
    if (running.process.exitCode !== null) throw new Error(running.text())
    return running.text().includes('Ctrl-C')
  })
  return running
}

/** Looks again until it is so; the processes under test cannot notify us. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(25)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  return ended(child)
}

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
const isReady = async () => (await get('/readyz').catch(() => null))?.status === 200

/** Running processes; an unreaped one is not among them. */
async function processes(): Promise<{ pid: number; parent: number; last: string }[]> {
  const list = spawn('ps', ['-eo', 'stat=,pid=,ppid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const chunk of list.stdout) text += String(chunk)
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([state]) => state && !state.startsWith('Z'))
    .map((row) => ({ pid: Number(row[1]), parent: Number(row[2]), last: row.at(-1) ?? '' }))
}

/** Children of a process by their command line's last word. */
async function childrenOf(parent: number | undefined): Promise<Map<string, number>> {
  return new Map((await processes()).filter((each) => each.parent === parent).map(({ last, pid }) => [last, pid]))
}

async function alive(pids: readonly number[]): Promise<number[]> {
  const all = new Set((await processes()).map(({ pid }) => pid))
  return pids.filter((pid) => all.has(pid))
}

/** 0 while there is none. */
function postgresPid(): number {
  const file = join(home, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

test('it says where it is, answers, and shows the figures of every process', async () => {
  expect(previa.text()).toContain(`http://localhost:${port}`)
  expect(previa.text()).toContain(`http://localhost:${port}/dev/inbox`)
  expect(await isReady()).toBe(true)
  const figures = await (await get('/metrics')).text()
  const children = await childrenOf(previa.process.pid)
  for (const name of ['web-1', 'web-2', 'worker']) {
    expect(figures).toContain(`process_cpu_seconds_total{process="${name}"}`)
  }
  // Papers and mails give way to who buys.
  expect(getPriority(children.get('worker'))).toBeGreaterThan(getPriority(children.get('web-1')))
})

test('a second one says in words that the port or the folder is taken', async () => {
  const samePort = run(['all', '--empty'], { PREVIA_HOME: `${home}-other` })
  expect(await samePort.closed).toBe(1)
  expect(samePort.text()).toContain(`El puerto ${port} ya está en uso`)
  rmSync(`${home}-other`, { recursive: true, force: true })

  const sameHome = run(['all', '--empty'], { PORT: String(await freePort()) })
  expect(await sameHome.closed).toBe(1)
  expect(sameHome.text()).toContain('ya la está usando otro Previa')
  expect(await isReady()).toBe(true)
})

test('a killed web process or worker is started again', async () => {
  const before = await childrenOf(previa.process.pid)
  for (const name of ['web-1', 'worker']) process.kill(before.get(name) ?? 0, 'SIGKILL')
  await until(async () => {
    const now = await childrenOf(previa.process.pid)
    return ['web-1', 'worker'].every((name) => now.has(name) && now.get(name) !== before.get(name))
  })
  expect((await childrenOf(previa.process.pid)).get('web-2')).toBe(before.get('web-2'))
  await until(isReady)
})

test('a killed PostgreSQL is started again, and every process goes on', async () => {
  const killed = postgresPid()
  process.kill(killed, 'SIGKILL')
  await until(() => ![0, killed].includes(postgresPid()))
  // Readiness is remembered for a moment; the figures ask each time.
  await until(async () => (await (await get('/metrics')).text()).includes('previa_database_up 1'))
  await until(isReady)
  expect(previa.process.exitCode).toBeNull()
})

test('asked to end, it finishes the request under way and leaves nothing running', async () => {
  const pids = [...(await childrenOf(previa.process.pid)).values(), postgresPid()]
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  const body = JSON.stringify({ phone: '+5491155550000', password: 'nadie-la-sabe' })
  const head = [
    'POST /api/v1/login HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
  // The server has the request's beginning once it has answered a later one on another connection.
  await get('/healthz')
  previa.process.kill('SIGTERM')
  await until(() =>
    get('/healthz').then(
      () => false,
      () => true,
    ),
  )
  socket.write(body.slice(10))
  await once(socket, 'close')
  expect(answer, previa.text()).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await ended(previa.process)).toBe(0)
  expect(await alive(pids)).toEqual([])
})

test('children end when their parent is killed, and the next start goes on with the same database', async () => {
  const orphaned = await startReady({})
  const found = await childrenOf(orphaned.process.pid)
  const children = ['web-1', 'worker'].map((name) => found.get(name) ?? 0)
  expect(await alive(children)).toEqual(children)
  const postgres = postgresPid()
  await end(orphaned.process, 'SIGKILL')
  await until(async () => (await alive(children)).length === 0)
  expect(await alive([postgres])).toEqual([postgres])

  const next = await startReady({})
  expect(postgresPid()).toBe(postgres)
  expect(await end(next.process, 'SIGINT')).toBe(0)
  expect(await alive([postgres])).toEqual([])
})

test('a loader of the demo data that is killed is run once more, and what ended it is reported', async () => {
  const elsewhere = `${home}-demo`
  const first = run(['all'], { PREVIA_HOME: elsewhere, PORT: String(await freePort()) })
  const killed = new Set<number>()
  while (killed.size < 2) {
    const loader = (await childrenOf(first.process.pid)).get('seed') ?? 0
    if (loader === 0 || killed.has(loader)) await wait(25)
    else if (process.kill(loader, 'SIGKILL')) killed.add(loader)
  }
  expect(await first.closed).toBe(1)
  expect(first.text()).toContain('No se pudieron cargar los datos de prueba')
  expect(first.text()).toContain('SIGKILL')
  rmSync(elsewhere, { recursive: true, force: true })
})

test('a demo whose history was cut short is announced as loading, and begins again at the next start', async () => {
  const elsewhere = `${home}-half`
  const marker = join(elsewhere, 'demo-loading')
  const port = await freePort()
  const begin = async (args: readonly string[]) => {
    const running = run(['all', ...args], { PREVIA_HOME: elsewhere, PORT: String(port) })
    await until(() => {
      if (running.process.exitCode !== null) throw new Error(running.text())
      return running.text().includes('Ctrl-C')
    })
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()
    const { events } = (await ask('/api/v1/event/preview?limit=100')) as { events: { name: string }[] }
    return { ...running, events: events.map(({ name }) => name).sort(), signIns: await ask('/dev/sign-ins') }
  }
  const first = await begin([])
  expect(first.text()).toContain('La historia de ventas todavía se está cargando')
  expect([first.events.includes('Fiesta Lunar Rosario'), existsSync(marker)]).toEqual([true, true])
  // What people ask for does not wait for the past.
  const [{ mail: email }] = companyStaff
  await fetch(`http://127.0.0.1:${port}${requestPasswordReset.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': 'all-test' },
    body: JSON.stringify({ email }),
  })
  const inbox = `http://127.0.0.1:${port}/dev/inbox?to=${encodeURIComponent(email)}`
  await until(async () => (await (await fetch(inbox)).text()).includes('contraseña'))
  expect(existsSync(marker)).toBe(true)
  process.kill((await childrenOf(first.process.pid)).get('seed') ?? 0, 'SIGKILL')
  expect(await first.closed).toBe(1)
  expect(first.text()).toContain('No se pudieron cargar los datos de prueba')

  const second = await begin([])
  expect(second.text()).toContain('había quedado a medias: empieza de nuevo')
  expect([second.events, second.signIns, existsSync(marker)]).toEqual([first.events, first.signIns, true])
  expect(await end(second.process, 'SIGTERM')).toBe(0)

  const empty = await begin(['--empty'])
  expect([empty.events, empty.signIns, existsSync(marker)]).toEqual([[], [], false])
  expect(await end(empty.process, 'SIGTERM')).toBe(0)
  rmSync(elsewhere, { recursive: true, force: true })
}, 240_000)

test('what is wrong on the command line or in the environment is named', async () => {
  const cases: [args: string[], environment: Record<string, string>, text: string][] = [
    [['all', '--todo'], {}, 'No existe la opción --todo'],
    [['servidor'], {}, 'No existe "servidor"'],
    [['web'], {}, 'DATABASE_URL: falta'],
    [['all'], { PORT: 'tres mil' }, 'PORT: se espera un número de 0 a 65535'],
    [['web'], { DATABASE_URL: 'postgres://127.0.0.1/previa' }, 'PREVIA_MASTER_KEY: falta'],
    [['all', '--empty'], { HOST: '203.0.113.7' }, 'HOST=203.0.113.7 no es una dirección de esta máquina'],
  ]
  await Promise.all(
    cases.map(async ([args, environment, text]) => {
      const running = run(args, environment)
      expect(await running.closed).toBe(1)
      expect(running.text()).toContain(text)
      expect(running.text()).not.toContain('    at ')
    }),
  )
})

test('migrate prepares a database and, run again, finds nothing to do', async () => {
  const environment = { DATABASE_URL: await emptyDatabase(), PREVIA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
  const first = run(['migrate'], environment)
  expect(await first.closed).toBe(0)
  expect(first.text()).toContain('migrations/0001_baseline.sql')
  const second = run(['migrate'], environment)
  expect(await second.closed).toBe(0)
  expect(second.text()).toBe('La base de datos ya estaba al día.\n')
})

async function emptyDatabase(): Promise<string> {
  const { default: pg } = await import('pg')
  const address = new URL(inject('clusterUrl'))
  const client = new pg.Client({ connectionString: address.toString() })
  await client.connect()
  const name = `test_migrate_${process.pid}`
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  address.pathname = `/${name}`
  return address.toString()
}

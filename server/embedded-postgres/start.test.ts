import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start.ts'
import { ended } from '#server/testing/child-output.ts'

let folder = ''
let dataDir = ''
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previa-embedded-'))
  dataDir = join(folder, 'postgres')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  const last = await startEmbeddedPostgres({ dataDir })
  await last.stop()
  await rm(folder, { recursive: true, force: true })
})

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', () => {}) // killed on purpose below
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Another Node process that starts the server on the same directory and stays. */
async function startInAnotherProcess(): Promise<ChildProcess> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./start.ts'))}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    process.stdout.write('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

test('starts on a new folder, sorts as in Spanish, keeps what was committed', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  expect(first.isAdopted).toBe(false)
  await query(first, `create table words as select unnest(array['oso', 'ñandú', 'nube', 'Árbol', 'arco']) as word`)
  expect((await query(first, 'select word from words order by word')).flat()).toEqual([
    'Árbol',
    'arco',
    'nube',
    'ñandú',
    'oso',
  ])
  expect(await query(first, 'show fsync')).toEqual([['on']])
  await first.stop()

  const second = await startEmbeddedPostgres({ dataDir })
  expect(await query(second, 'select count(*)::int from words')).toEqual([[5]])
  await second.stop()
})

test('a directory in use is refused by name, unless it may be shared', async () => {
  const owner = await startEmbeddedPostgres({ dataDir })
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/ya la está usando otro Previa \(proceso \d+\)/)
  const guest = await startEmbeddedPostgres({ dataDir, share: true })
  await guest.stop()
  expect(await query(owner, 'select 1')).toEqual([[1]])
  await owner.stop()
})

test('adopts the server of a killed process', async () => {
  const child = await startInAnotherProcess()
  child.kill('SIGKILL')
  await ended(child)
  const messages: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) })
  expect(server.isAdopted).toBe(true)
  expect(messages).toEqual([`PostgreSQL seguía corriendo (proceso ${server.pid()}): se usa ese`])
  await server.stop()
})

test('a server left with other settings is not adopted but started again', async () => {
  const child = await startInAnotherProcess()
  child.kill('SIGKILL')
  await ended(child)
  const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '33' } })
  expect(server.isAdopted).toBe(false)
  expect(await query(server, 'show max_connections')).toEqual([['33']])
  await server.stop()
})

test('a killed PostgreSQL comes back with everything that was acknowledged', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await query(server, 'create table if not exists sales (id int)')
  await query(server, 'insert into sales select generate_series(1, 1000)')
  const killed = server.pid()
  if (killed === null) throw new Error('the server is not running')
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(async () => expect(await query(server, 'select count(*)::int from sales')).toEqual([[1000]]), 15_000)
  expect(server.pid()).not.toBe(killed)
  await server.stop()
})

test('a number in postmaster.pid that belongs to another program by now is no obstacle', async () => {
  await writeFile(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`)
  const server = await startEmbeddedPostgres({ dataDir })
  expect(server.isAdopted).toBe(false)
  await server.stop()
})

test('a folder that cannot be made is named', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(startEmbeddedPostgres({ dataDir: join(file, 'state', 'postgres') })).rejects.toThrow(
    /No se puede leer y escribir en la carpeta .*PREVIA_HOME/,
  )
})

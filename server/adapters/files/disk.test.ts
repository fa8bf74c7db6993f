import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskFiles } from './disk.ts'
import type { Files } from './port.ts'

let root: string
let files: Files
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'previa-files-'))
  await writeFile(join(root, 'secret'), 'outside')
  files = createDiskFiles(join(root, 'files'))
})
afterAll(() => rm(root, { recursive: true }))

test('bytes come back as they were put, replaced by the next put, absent after delete', async () => {
  const key = `${'ab'.repeat(32)}-640.webp`
  expect(await files.public.get(key)).toBeNull()
  expect(await files.public.exists(key)).toBe(false)
  await files.public.put(key, Buffer.from('first'))
  await files.public.put(key, Buffer.from('second'))
  expect((await files.public.get(key))?.toString()).toBe('second')
  expect(await files.public.exists(key)).toBe(true)
  await files.public.delete(key)
  await files.public.delete(key)
  expect(await files.public.get(key)).toBeNull()
})

test('bytes that come by and by are kept whole, or not at all', async () => {
  const key = 'export-1.zip'
  expect(await files.private.open(key)).toBeNull()
  expect(await files.private.putStream(key, Readable.from([Buffer.from('one '), Buffer.from('two')]))).toBe(7)
  const kept = await files.private.open(key)
  expect(await kept?.toArray().then((parts) => Buffer.concat(parts as Buffer[]).toString())).toBe('one two')
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      await Promise.resolve()
      throw new Error('gone')
    })(),
  )
  await expect(files.private.putStream(key, broken)).rejects.toThrow('gone')
  const brokenAtOnce = new PassThrough()
  const unkept = files.private.putStream(key, brokenAtOnce)
  brokenAtOnce.destroy(new Error('gone before the file is open'))
  await expect(unkept).rejects.toThrow('gone before the file is open')
  expect((await files.private.get(key))?.toString()).toBe('one two')
  expect(await readdir(join(root, 'files', 'private', 'ex'))).toEqual([key])
})

test('what is private is not reached through the public store', async () => {
  await files.private.put('id-photo-1', Buffer.from('face'))
  expect(await files.public.get('id-photo-1')).toBeNull()
  expect((await files.private.get('id-photo-1'))?.toString()).toBe('face')
  const folder = join(root, 'files', 'private', 'id')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'id-photo-1'))).mode & 0o777).toBe(0o600)
})

test.each([
  '../secret',
  '../../secret',
  '..',
  '.',
  '',
  'ab',
  '/etc/passwd',
  'ab/../../../secret',
  String.raw`..\secret`,
  'abc\0.webp',
  '.hidden',
  'ABC',
  'ñandú',
  '%2e%2e%2fsecret',
  'a'.repeat(201),
])('%j is no key: unreadable, unwritable', async (key) => {
  for (const store of [files.public, files.private]) {
    expect(await store.get(key)).toBeNull()
    expect(await store.exists(key)).toBe(false)
    expect(await store.open(key)).toBeNull()
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(RangeError)
    await store.delete(key)
  }
  expect((await stat(join(root, 'secret'))).size).toBe(7)
})

test('a hundred writers of one key leave one whole file and no rest', async () => {
  const contents = Array.from({ length: 100 }, () => randomBytes(50_000))
  await Promise.all(contents.map((bytes) => files.public.put('same-key', bytes)))
  const read = await files.public.get('same-key')
  expect(contents.some((bytes) => read?.equals(bytes))).toBe(true)
  expect(await readdir(join(root, 'files', 'public', 'sa'))).toEqual(['same-key'])
})

import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { sharedConnection, type DeviceDatabase } from './device-db.ts'

/** A connection that answers with its number; `isClosed` makes it refuse as a browser's does. */
function connections() {
  const opened: { isClosed: boolean; onGone: () => void }[] = []
  const open = (onGone: () => void) => {
    const connection = { isClosed: false, onGone }
    const number = opened.push(connection)
    const get = () =>
      connection.isClosed ? Promise.reject(new DOMException('closing', 'InvalidStateError')) : Promise.resolve(number)
    return Promise.resolve({ get } as unknown as DeviceDatabase) // only what is called
  }
  return { opened, open }
}
const read = (database: DeviceDatabase) => database.get('answers', 'x')

test('uses at the same time and after one another share one connection', async () => {
  const { opened, open } = connections()
  const use = sharedConnection(open)
  expect(await Promise.all([use(read), use(read)])).toEqual([1, 1])
  expect(await use(read)).toBe(1)
  expect(opened).toHaveLength(1)
})

test('a connection that the browser closed, with or without an event, is reopened', async () => {
  const { opened, open } = connections()
  const use = sharedConnection(open)
  await use(read)
  opened[0]?.onGone()
  expect(await use(read)).toBe(2)
  Object.assign(opened[1] ?? {}, { isClosed: true })
  expect(await Promise.all([use(read), use(read)])).toEqual([3, 3])
  expect(opened).toHaveLength(3)
})

test('another failure is thrown, and the connection stays', async () => {
  const { opened, open } = connections()
  const use = sharedConnection(open)
  await expect(use(() => Promise.reject(new DOMException('full', 'QuotaExceededError')))).rejects.toThrow('full')
  expect(await use(read)).toBe(1)
  expect(opened).toHaveLength(1)
})

test('a database that could not be opened is tried again at the next use', async () => {
  const { open } = connections()
  const first = vi.fn<typeof open>().mockRejectedValueOnce(new Error('closed to us')).mockImplementation(open)
  const use = sharedConnection(first)
  await expect(use(read)).rejects.toThrow('closed to us')
  expect(await use(read)).toBe(1)
})

test('one that waits for another tab serves all who asked once it is there', async () => {
  const { opened, open } = connections()
  let unblock: () => void = () => {}
  const use = sharedConnection(async (onGone) => {
    await new Promise<void>((resolve) => (unblock = resolve))
    return open(onGone)
  })
  const answers = Promise.all([use(read), use(read)])
  unblock()
  expect(await answers).toEqual([1, 1])
  expect(opened).toHaveLength(1)
})

/** The database of a page that has just begun, over what this browser keeps. */
async function beginAnew() {
  vi.resetModules()
  return (await import('./device-db.ts')).onDevice
}

test('what the build before kept in databases of its own is taken over', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const old = await openDB('previa-seen', 1, { upgrade: (opened) => void opened.createObjectStore('answers') })
  await old.put('answers', { number: 'V0KKV98N' }, '/api/v1/ticket')
  old.close()
  const onDevice = await beginAnew()
  expect(await onDevice((database) => database.get('answers', '/api/v1/ticket'))).toEqual({ number: 'V0KKV98N' })
  await vi.waitFor(async () => {
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('previa-seen')
  })
})

test('a build that keeps more adds to what there is', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const first = await openDB('previa', 1, {
    upgrade: (opened) => {
      opened.createObjectStore('answers')
      opened.createObjectStore('keys')
    },
  })
  await first.put('answers', 'vista', '/api/v1/ticket')
  // A tab of the build before makes way, as that build does.
  first.addEventListener('versionchange', () => first.close())
  const onDevice = await beginAnew()
  expect(await onDevice((database) => database.get('answers', '/api/v1/ticket'))).toBe('vista')
  expect(await onDevice((database) => database.count('files'))).toBe(0)
})

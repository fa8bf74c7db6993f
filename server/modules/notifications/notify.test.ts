/** One reader is notified once of one thing, by each channel that reaches them. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction, type App } from '#server/context.ts'
import { passwordChanged } from '#server/modules/accounts/notify-change.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { readSources } from '#server/testing/source.ts'
import { defineNotification, notify, sendNotifications, type Reader } from './notify.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(() => server.app.db.deleteFrom('dev_inbox').execute())
afterAll(() => server.close())

const inbox = () =>
  server.app.db.selectFrom('dev_inbox').select(['channel', 'recipient', 'subject', 'body']).orderBy('channel').execute()

test('it is sent once the change commits, and under one key once', async () => {
  const { id: userId, mail } = await server.given.user()
  const about = { userId }
  const lost = inTransaction(server.app, async (app) => {
    await notify(app, passwordChanged, about, 'lost')
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  await inTransaction(server.app, async (app) => {
    await notify(app, passwordChanged, about, 'once')
    await notify(app, passwordChanged, about, 'once')
  })
  await server.drain()
  await notify(server.app, passwordChanged, about, 'once')
  await server.drain()
  expect(await inbox()).toMatchObject([{ channel: 'mail', recipient: mail }])
  await notify(server.app, passwordChanged, about)
  await notify(server.app, passwordChanged, about)
  await server.drain()
  expect(await inbox()).toHaveLength(3)
})

const someone: Reader = { name: 'Ana María Paz', mail: 'ana@previa.test', phone: '+5491123456789' }
const readers: Record<string, Reader> = { someone, unreached: { name: 'Nadie' } }
const afterwards = vi.fn(async () => {})
const example = defineNotification('accounts.test', {
  async find(_app: App, { reader }: { reader: string }) {
    return readers[reader]
  },
  mail: ({ name }, { reader }) => ({
    subject: `A ${name}`,
    lines: [reader],
    action: { label: 'Ver', path: '/ver' },
  }),
  whatsapp: ({ name }) => ({ template: 'prueba', params: [name ?? ''] }),
  afterwards,
})
const send = sendNotifications([example])
const queued = (reader: string, channel: 'mail' | 'whatsapp') => ({
  name: example.name,
  about: { reader },
  channel,
  key: `accounts.test-${reader}-${channel}`,
})

test('it is written when the job runs, for its channel alone; a reader without that contact is skipped', async () => {
  for (const reader of ['someone', 'unreached', 'gone']) {
    for (const channel of ['mail', 'whatsapp'] as const) await send(server.app, queued(reader, channel))
  }
  const [mail, whatsapp, ...more] = await inbox()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ channel: 'mail', recipient: 'ana@previa.test', subject: 'A Ana María Paz' })
  expect(mail?.body).toContain(`Hola, Ana.\n\nsomeone\n\nVer: ${server.app.config.publicUrl}/ver`)
  expect(whatsapp).toMatchObject({ channel: 'whatsapp', recipient: '+5491123456789', subject: 'prueba' })
  expect(afterwards).toHaveBeenCalledTimes(6)
})

test('a refusal is for good and logged once, without the address; a vendor that is away is tried again', async () => {
  const warn = vi.spyOn(server.app.log, 'warn')
  const refusing = {
    ...server.app,
    vendors: {
      ...server.app.vendors,
      email: { ...server.app.vendors.email, send: async () => ({ refused: 'no_mailbox' }) },
    },
  }
  await send(refusing, queued('someone', 'mail'))
  expect(warn.mock.calls).toEqual([
    [{ notification: 'accounts.test-someone-mail', channel: 'mail', reason: 'no_mailbox' }, expect.any(String)],
  ])
  warn.mockRestore()
  const away = {
    ...server.app,
    vendors: {
      ...server.app.vendors,
      email: { ...server.app.vendors.email, send: () => Promise.reject(new Error('away')) },
    },
  }
  await expect(send(away, queued('someone', 'mail'))).rejects.toThrow('away')
})

test('a notification that its module does not list fails loudly', async () => {
  await expect(sendNotifications([])(server.app, queued('someone', 'mail'))).rejects.toThrow('does not list it')
})

test('every module lists its notifications', () => {
  const sources = readSources(['server/modules/**/*.ts']).filter(({ path }) => !path.endsWith('.test.ts'))
  const defined = sources.flatMap(({ code }) =>
    [...code.matchAll(/export const (\w+) = defineNotification\(\s*'([\w-]+)\./g)].map(([, name, module]) => ({
      name,
      module,
    })),
  )
  expect(defined.length).toBeGreaterThan(15)
  const listed = ({ name, module }: (typeof defined)[number]) => {
    const { code = '' } = sources.find(({ path }) => path === `server/modules/${module}/module.ts`) ?? {}
    return new RegExp(`sendNotifications\\(\\[[^\\]]*\\b${name}\\b`).test(code)
  }
  expect(defined.filter((each) => !listed(each))).toEqual([])
})

/** Lines that a stranger adds to headers, hosts that a request claims, and what a run leaves in its log (threats 6 and 27). */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getProfile, login, register } from '#contract/accounts/accounts.ts'
import { confirmPasswordReset, requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { brand } from '#contract/platform/brand.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import { createEvent } from '#contract/events/events-managed.ts'
import { sendContact } from '#contract/platform/support.ts'
import { getMyTickets, getTicketByLink, getTicketCalendar, getTicketPdf } from '#contract/sales/tickets.ts'
import { endpoints } from '#server/app.ts'
import { createTestApp, someAddress, type TestApp } from './app.ts'
import { createBuiltWeb, type BuiltWeb } from './built-web.ts'
import { injection, requestFor } from './requests.ts'
import { nowhere } from './tenant.ts'

const PUBLIC_URL = 'https://previa.example'
const EVIL = 'malo.example'

let server: TestApp
let web: BuiltWeb
beforeAll(async () => {
  server = await createTestApp({ config: { publicUrl: PUBLIC_URL } })
  web = await createBuiltWeb(server)
})
afterAll(async () => {
  await web.close()
  await server.close()
})
const specs = endpoints.map(({ spec }) => spec)

/** Every message that left since the last time. */
async function messages() {
  await server.drain()
  const rows = await server.app.db.selectFrom('dev_inbox').selectAll().execute()
  await server.app.db.deleteFrom('dev_inbox').execute()
  return rows
}

const birthDate = '1995-04-12'
let people = 0
async function newcomer(name = 'Tomás Aguirre') {
  people += 1
  const contact = { mail: `alguien-${people}@previa.example`, phone: `+54935157${50_000 + people}` }
  return server.call(register, { body: { name, password: 'una-clave-larga', birthDate, ...contact } })
}

describe('threat 6: whatever host a request names', () => {
  const forged = {
    host: EVIL,
    'x-forwarded-host': EVIL,
    'x-forwarded-proto': 'gopher',
    'x-forwarded-server': EVIL,
    'x-original-url': '/admin',
    'x-host': EVIL,
    forwarded: `host=${EVIL};proto=http`,
    origin: `https://${EVIL}`,
    referer: `https://${EVIL}/`,
  }

  test('links in mails lead to ours', async () => {
    const { mail } = await newcomer()
    await messages()
    await server.call(requestPasswordReset, { body: { email: mail ?? '' } }, { headers: forged })
    const [sent] = await messages()
    expect(sent?.body).toContain(`${PUBLIC_URL}/reset-password#token=`)
    expect(JSON.stringify(sent)).not.toContain(EVIL)
  })

  test('pages, the site map and every answer name ours, for the next caller too', async () => {
    const urls = [
      '/',
      '/eventos',
      '/login',
      '/sitemap.xml',
      '/robots.txt',
      '/api/openapi.json',
      '/api/v1/event/home',
      '/api/v1/auth/google',
    ]
    for (const url of urls) {
      for (const fastify of [web.fastify, server.fastify]) {
        const answer = await fastify.inject({ url, headers: forged, remoteAddress: someAddress() })
        const after = await fastify.inject({ url, remoteAddress: someAddress() })
        for (const { body, headers } of [answer, after]) expect(body + JSON.stringify(headers)).not.toContain(EVIL)
      }
    }
  })

  test('a claimed address makes no other caller wait, and does not spare its own', async () => {
    const body = { name: 'Alguien', mail: 'alguien@previa.example', message: 'Una consulta cualquiera.' }
    const send = (ip: string, claimed: string, device: string) =>
      server.fastify.inject({
        method: 'POST',
        url: sendContact.path,
        remoteAddress: ip,
        headers: { 'x-forwarded-for': claimed, 'x-real-ip': claimed, 'x-device-id': device },
        payload: body,
      })
    const [caller, victim] = [someAddress(), someAddress()]
    // Fifty times what one device may.
    for (let n = 0; n < 152; n += 1) {
      expect((await send(caller, victim, `aparato-inventado-${n}`)).statusCode).toBe(202)
    }
    expect(server.waits).toHaveLength(2)
    expect((await send(victim, caller, 'aparato-de-verdad')).statusCode).toBe(202)
    expect(server.waits).toHaveLength(2)
  })

  test('no redirect leads elsewhere', async () => {
    const evils = [`https://${EVIL}`, `//${EVIL}`, `/\\${EVIL}`, `%0d%0aLocation:%20https://${EVIL}`]
    for (const spec of specs.filter(({ response }) => response === 'redirect')) {
      for (const evil of evils) {
        for (const name of ['state', 'code', 'error', 'iss', 's', 'next', 'redirect', 'return_to', 'url', 'platform']) {
          const request = requestFor(spec, nowhere(), { phone: '' })
          const answer = await server.fastify.inject(
            injection(spec, { ...request, query: { ...request.query, [name]: evil } }),
          )
          const location = answer.headers.location ?? PUBLIC_URL
          expect(new URL(location, PUBLIC_URL).origin).toBe(PUBLIC_URL)
        }
      }
    }
  })
})

describe('threat 27: no line can be added to a header', () => {
  const lines = [
    `\r\nBcc: todos@${EVIL}`,
    `\nBcc: todos@${EVIL}`,
    `\r\n\r\n<p>otro</p>`,
    `%0d%0aBcc:%20x@${EVIL}`,
    `\u2028Bcc: x@${EVIL}`,
    `\u0085Bcc: x@${EVIL}`,
  ]

  test.each(lines)('by the contact form: %j', async (line) => {
    await messages()
    for (const field of ['name', 'mail', 'message']) {
      const body = { name: 'Alguien', mail: 'alguien@previa.example', message: 'Una consulta cualquiera.' }
      await server
        .call(sendContact, { body: { ...body, [field]: `${body[field as keyof typeof body]}${line}` } })
        .catch(() => null)
    }
    for (const sent of await messages()) {
      expect(sent.subject).not.toMatch(/[\r\n\u2028\u0085]/)
      expect(sent.recipient).toBe(brand.supportMail)
    }
  })

  test.each(lines)('by the names of people and events, to files neither: %j', async (line) => {
    const company = await server.given.company()
    const organizer = await server.given.user({ memberOf: company })
    const buyer = await newcomer().catch(() => null)
    if (!buyer) throw new Error('No registration succeeded')
    const made = await server
      .call(
        createEvent,
        {
          body: {
            name: `Fiesta${line}`,
            categoryId: 1,
            venueName: `Salón${line}`,
            adress: `Calle${line}`,
            city: `Rosario${line}`,
            province: 'Santa Fe',
            dateEvent: '2035-05-05',
            startTime: '22:00',
            endTime: '04:00',
            ticketTypes: [{ name: `General${line}`, price: 0, capacity: 10 }],
          },
        },
        { as: organizer },
      )
      .catch(() => null)
    if (!made) return // refused whole: nothing can come of it
    await server.app.db.updateTable('events').set({ state: 'active' }).where('id', '=', made.id).execute()
    await server.call(
      createPurchase,
      { body: { eventId: made.id, ticketTypeId: made.ticketTypes[0]?.id ?? '', quantity: 1 } },
      { as: buyer },
    )
    for (const sent of await messages()) {
      expect(sent.subject).not.toMatch(/[\r\n]/)
      expect(sent.recipient).not.toContain(EVIL)
    }
    const [ticket] = (await server.call(getMyTickets, { query: { when: 'all' } }, { as: buyer })).tickets
    for (const spec of [getTicketCalendar, getTicketPdf]) {
      const { headers, rawPayload } = await server.fastify.inject({
        url: spec.path.replace('{id}', ticket?.id ?? ''),
        headers: { authorization: `Bearer ${buyer.token}` },
      })
      expect(rawPayload.toString('latin1')).not.toMatch(/\/(JS|JavaScript|Launch|SubmitForm|OpenAction)\b/)
      expect(String(headers['content-disposition'])).toMatch(/^attachment; filename="[\w.-]+"$/)
    }
    const calendar = await server.call(
      getTicketCalendar,
      { params: { id: ticket?.id ?? '' }, query: {} },
      { as: buyer },
    )
    const names = (await calendar.text())
      .split(/\r\n(?! )/)
      .filter((each) => each !== '')
      .map((each) => /^[A-Z-]+/.exec(each)?.[0])
    expect(names).not.toContain('B')
    expect(names.filter((name) => name === undefined)).toEqual([])
  })
})

test('threat 6: no secret and nothing personal is in the log of a run', async () => {
  const written: string[] = []
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const loud = await createTestApp({ config: { logLevel: 'debug', publicUrl: PUBLIC_URL } })
  try {
    const phone = '+5493515789123'
    const mail = 'ludmila.secreta@previa.example'
    const password = 'clave-que-no-se-escribe'
    const { token } = await loud.call(register, {
      body: { name: 'Ludmila Reservada', password, birthDate, mail, phone },
    })
    await loud.refusal(loud.call(login, { body: { phone, password: 'otra-que-no-se-escribe' } }))
    const second = await loud.call(login, { body: { phone, password } })
    await loud.call(requestPasswordReset, { body: { email: mail } })
    await loud.drain()
    const [sent] = await loud.app.db.selectFrom('dev_inbox').select('body').where('body', 'like', '%#token=%').execute()
    const link = /#token=([\w%-]+)/.exec(sent?.body ?? '')?.[1] ?? ''
    expect(link).not.toBe('')
    await loud.call(confirmPasswordReset, { body: { token: link, newPassword: password } })
    await loud.refusal(loud.call(confirmPasswordReset, { body: { token: link, newPassword: password } }))
    expect(await loud.refusal(loud.call(getProfile, undefined, { as: token }))).toBe('session_expired')
    const event = await loud.given.event()
    const type = await loud.given.ticketType({ event, priceCents: 0 })
    const { token: third } = await loud.call(login, { body: { phone, password } })
    await loud.call(createPurchase, { body: { eventId: event.id, ticketTypeId: type.id, quantity: 1 } }, { as: third })
    await loud.drain()
    const [ticket] = (await loud.call(getMyTickets, { query: {} }, { as: third })).tickets
    await loud.call(getTicketByLink, { params: { token: ticket?.linkToken ?? '' } })
    await loud.refusal(loud.call(getTicketByLink, { params: { token: `${ticket?.linkToken?.slice(0, -1)}x` } }))
    for (const url of [
      `/reset-password?token=${link}`,
      `/entrada/${ticket?.linkToken}`,
      `/api/v1/nada?token=${third}&phone=${encodeURIComponent(phone)}`,
    ]) {
      await loud.fastify.inject({
        url,
        headers: { authorization: `Bearer ${third}`, cookie: `previa_google=${third}` },
      })
    }
    await loud.call(sendContact, {
      body: { name: 'Ludmila Reservada', mail, message: 'Perdí mi entrada reservadísima' },
    })
    await loud.drain()
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    const log = written.join('')
    expect(log.length).toBeGreaterThan(500)
    const secrets = [
      token,
      second.token,
      third,
      link,
      password,
      'otra-que-no-se-escribe',
      phone,
      phone.slice(1),
      mail,
      'Ludmila',
      'reservadísima',
      ticket?.linkToken,
      ticket?.code,
    ]
    expect(secrets.filter((secret) => secret && log.includes(secret))).toEqual([])
  } finally {
    out.mockRestore()
    await loud.close()
  }
})

/** Threat 22: texts that would run where a page takes them for markup are in every field, and every page that shows them stays as it is. */
import type { BrowserContext, Page } from '@playwright/test'
import { createEvent, deactivateEvent, publishEvent, type ManagedEvent } from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import { addEventStaff } from '#contract/events/events-team.ts'
import { requestDeletion } from '#contract/accounts/privacy.ts'
import { sendContact } from '#contract/platform/support.ts'
import { getMyTickets, transferTicket } from '#contract/sales/tickets.ts'
import { DEMO_PASSWORD, demoAccounts } from '#server/demo/sign-ins.ts'
import { call, enter, inDatabase, newPerson, organizerToken, type Person, take } from './arrange.ts'
import { fillSignIn, localDate } from './people.ts'
import { payload, payloads } from './script-payloads.ts'
import { expect, test } from './test.ts'

// Addresses that open nothing are among those that are visited; the browser writes each down. So it does where the frame of
// a shown mail lets no script run, the ones that watch it neither: mails are looked through apart.
test.use({
  serviceWorkers: 'allow',
  expected: /status of (400|401|404)|Blocked script execution in '[^']*\/dev\/inbox\/\d+\/html'/,
})
test.setTimeout(300_000)

const EVENTS = 6
const TABS = 4
const COMPANY = `organizacion-con-sorpresas-${process.pid}`

/** An event whose every text is a payload; the long ones hold all of them between them. */
async function makeEvent(token: string, place: number): Promise<ManagedEvent> {
  const size = Math.ceil(payloads.length / EVENTS)
  const mine = payloads.slice(place * size, (place + 1) * size)
  const body = {
    name: payload(80),
    description: mine.join('\n').slice(0, 5000),
    admissionConditions: mine.toReversed().join(' ').slice(0, 2000),
    categoryId: 1,
    venueName: payload(80),
    adress: payload(160),
    city: payload(80),
    province: payload(80),
    dateEvent: localDate(20 + place),
    startTime: '22:00',
    endTime: '05:00',
    ticketTypes: [
      { name: payload(60), description: payload(300), price: 0, capacity: 50 },
      { name: payload(60), description: payload(300), price: 5000, capacity: 50 },
    ],
  }
  const { id } = await call(createEvent, { body }, token)
  return call(publishEvent, { params: { id } }, token)
}

interface Stage {
  readonly events: readonly ManagedEvent[]
  readonly buyer: Person
  readonly receiver: Person
}

async function setTheStage(): Promise<Stage> {
  const token = await organizerToken()
  const events = await Promise.all(Array.from({ length: EVENTS }, (_, place) => makeEvent(token, place)))
  const [buyer, receiver, staff] = [
    await newPerson(payload(100)),
    await newPerson(payload(100)),
    await newPerson(payload(100)),
  ]
  for (const event of events.slice(0, 3)) await take(buyer, event, event.ticketTypes[0]?.name ?? '', 2)
  if (events[4]) await take(buyer, events[4], events[4].ticketTypes[1]?.name ?? '')
  const { tickets } = await call(getMyTickets, { query: {} }, buyer.token)
  const [ticket] = tickets
  const people = await inDatabase<{ id: string }>('select id from users where phone = $1', [receiver.phone])
  await call(transferTicket, { params: { id: ticket?.id ?? '' }, body: { toUserId: people[0]?.id ?? '' } }, buyer.token)
  await call(
    transferTicket,
    {
      params: { id: tickets[1]?.id ?? '' },
      body: { name: payload(100), phone: `+5493516${staff.phone.slice(-6)}`, mail: `y${staff.mail}` },
    },
    buyer.token,
  )
  for (const event of events.slice(0, 2)) {
    const body = { kind: 'RRPP' as const, name: payload(100), phone: staff.phone, mail: staff.mail }
    await call(addEventStaff, { params: { id: event.id }, body }, token)
  }
  for (let n = 0; n < 3; n += 1) {
    const body = { name: payload(100), mail: buyer.mail, message: `${payload(300)} ${payload(3000)} y más palabras` }
    await call(sendContact, { body })
  }
  const asking = { confirmation: 'ELIMINAR', reason: payload(500), ticketsGivenUp: 1 } as const
  await call(requestDeletion, { body: asking }, receiver.token)
  await inDatabase(
    `with made as (
       insert into companies (id, name, slug, state, description) values (uuidv7(), $1, $2, 'approved', $3) returning *)
     insert into company_slugs (slug, company_id) select slug, id from made`,
    [payload(100), COMPANY, payloads.join(' ').slice(0, 4000)],
  )
  return { events, buyer, receiver }
}

/** Runs in the page: reports violations of its policy. */
const LISTEN = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) =>
  globalThis.tellViolation?.(violatedDirective + ' ' + blockedURI + ' at ' + documentURI))`
/**
 * Runs in a page and takes a document: elements that run something, lead to something that runs, or bear our mark. React
 * itself writes such an action, with a text of its own, on forms that scripts handle.
 */
const LOOK = `(page) => [...page.querySelectorAll('*')].filter((element) =>
  element.hasAttribute('data-xss')
  || element.getAttributeNames().some((name) => name.startsWith('on'))
  || ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc'].some((name) => {
       const value = element.getAttribute(name) ?? ''
       return /^\\s*(javascript|vbscript|data:text)/i.test(value) && !/^javascript:throw new Error\\('A React form/.test(value)
     }))
  .map((element) => element.outerHTML.slice(0, 200))`

/** What a page would do if one of the texts had become more than a text. */
class Watch {
  readonly found: string[] = []

  async over(context: BrowserContext): Promise<this> {
    context.on('dialog', (dialog) => {
      this.found.push(`dialog at ${dialog.page()?.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    context.on('request', (request) => {
      if (new URL(request.url()).hostname === 'malo.example') this.found.push(`request to ${request.url()}`)
    })
    // One that stays open would never let a page be idle.
    const body = `event: bye\ndata: ${JSON.stringify({ retryMs: 600_000, isOver: false })}\n\n`
    await context.route('**/api/v1/stream?*', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
    await context.exposeFunction('tellViolation', (what: string) => this.found.push(`refused by the policy: ${what}`))
    await context.addInitScript({ content: LISTEN })
    return this
  }

  /** Visits addresses as one browser, in several tabs: most of a visit is waiting for the network to be idle. */
  async visitAll(context: BrowserContext, addresses: readonly string[]): Promise<void> {
    const left = [...addresses]
    const work = async () => {
      const tab = await context.newPage()
      for (let address = left.shift(); address !== undefined; address = left.shift()) await this.visit(tab, address)
      await tab.close()
    }
    await Promise.all(Array.from({ length: TABS }, work))
  }

  /** Waits until the page has drawn itself, and looks for what should not be there. */
  private async visit(page: Page, address: string): Promise<void> {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const strange = await page.evaluate<string[]>(`(${LOOK})(document)`)
    this.found.push(...strange.map((html) => `${html} at ${address}`))
  }

  /** Looks through what an address answers, without opening it. */
  async read(page: Page, address: string): Promise<void> {
    const html = JSON.stringify(await (await page.request.get(address)).text())
    const strange = await page.evaluate<string[]>(`(${LOOK})(new DOMParser().parseFromString(${html}, 'text/html'))`)
    this.found.push(...strange.map((each) => `${each} at ${address}`))
    const scripts = await page.evaluate<number>(
      `new DOMParser().parseFromString(${html}, 'text/html').querySelectorAll('script, iframe, object, embed, base[href]').length`,
    )
    if (scripts > 0) this.found.push(`${scripts} scripts at ${address}`)
  }
}

test('the texts do run where nothing stops them', async ({ browser }) => {
  const page = await browser.newPage()
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  for (const text of payloads.slice(0, 60)) await page.setContent(`<p title="${text}">${text}</p>`)
  await expect.poll(() => dialogs).toBeGreaterThan(20)
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(200)
  await page.close()
})

test('no page, no mail and no address makes more of a text than a text', async ({ page, context, browser }) => {
  const { events, buyer, receiver } = await setTheStage()
  const watch = await new Watch().over(context)

  await test.step('everybody', async () => {
    const [event] = events
    const odd = encodeURIComponent('"><img src=x onerror=alert(1) data-xss>')
    await watch.visitAll(context, [
      paths.home(),
      paths.events(),
      `${paths.events()}?search=${odd}&city=${odd}&categoryId=${odd}`,
      ...events.map(({ id }) => paths.event(id)),
      paths.company(COMPANY),
      paths.buyTicket(event?.id ?? ''),
      `/buy-ticket?eventId=${odd}`,
      `/buy-ticket/success?platform=javascript:alert(1)&eventId=${odd}&order=${odd}`,
      `/payment-failure?platform=${odd}&eventId=javascript:alert(1)&order=${odd}`,
      `/evento/${odd}`,
      `/organizacion/${odd}`,
      `/entrada/${odd}`,
      `/no-existe/${odd}?x=${odd}#${odd}`,
      `/reset-password#token=${odd}`,
      `/activate-account#token=${odd}`,
      `/login/success#error=${odd}&linkToken=${odd}&state=javascript:alert(1)`,
      `/login?redirect=javascript:alert(1)&next=//malo.example&returnTo=https://malo.example`,
      paths.register(),
      paths.clientSupport(),
    ])
  })

  await test.step('the buyer, who is sent nowhere else after signing in', async () => {
    await page.goto(`${paths.login()}?redirect=https://malo.example&next=//malo.example`)
    await page.evaluate(() => {
      for (const path of [
        'https://malo.example/',
        '//malo.example/',
        String.raw`/\malo.example`,
        'javascript:alert(1)',
      ])
        sessionStorage.setItem('redirectAfterLogin', JSON.stringify({ path, shouldRedirect: true }))
    })
    await fillSignIn(page, buyer)
    expect(new URL(page.url()).hostname).toBe('localhost')
    await watch.visitAll(context, [
      paths.clientDashboard(),
      paths.clientHistory(),
      paths.profile(),
      paths.editProfile(),
      paths.clientSupport(),
      paths.deleteAccount(),
      paths.event(events[0]?.id ?? ''),
      paths.buyTicket(events[1]?.id ?? ''),
    ])
  })

  const signedIn = async (who: { phone: string; password: string }, addresses: readonly string[]) => {
    const other = await browser.newContext()
    const tab = await other.newPage()
    await watch.over(other)
    await enter(tab, who)
    await watch.visitAll(other, addresses)
    await other.close()
  }

  await test.step('who was given a ticket and wants to be deleted', () =>
    signedIn(receiver, [paths.clientDashboard(), paths.profile(), paths.deleteAccount()]))

  await test.step('the organizer', () =>
    signedIn({ phone: demoAccounts.organizer.phone, password: DEMO_PASSWORD }, [
      paths.organizerEvents(),
      ...events.slice(0, 3).flatMap(({ id }) => [paths.editEvent(id), paths.eventTeam(id)]),
      paths.organizerUsers(),
      paths.scanner(),
    ]))

  await test.step('those who decide about deletions', () =>
    signedIn({ phone: demoAccounts.god.phone, password: DEMO_PASSWORD }, [paths.godDeletions()]))

  await test.step('the mails', async () => {
    const enough = async () =>
      (
        await inDatabase<{ id: number }>(
          `select id from dev_inbox where recipient in ($1, $2, $3, $4) or subject like '%onsulta%' order by id desc limit 40`,
          [buyer.mail, receiver.mail, buyer.phone, receiver.phone],
        )
      ).map(({ id }) => id)
    await expect.poll(async () => (await enough()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(5)
    const ids = await enough()
    for (const id of ids) await watch.read(page, `/dev/inbox/${id}/html`)
    await watch.visitAll(context, [...ids.slice(0, 4).map((id) => `/dev/inbox/${id}`), '/dev/inbox'])
  })

  // So that no other journey meets them in a list.
  const token = await organizerToken()
  for (const { id } of events) await call(deactivateEvent, { params: { id } }, token)
  expect(watch.found).toEqual([])
})

/** How long a bad phone waits: 400 kbit/s, 400 ms to the server and back, a processor four times slower than this one. */
import { chromium, type Browser, type Page } from '@playwright/test'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, EndpointSpec } from '#contract/api/endpoint.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { listDrinks } from '#contract/events/drinks.ts'
import { getEventPage, getEventsPreview } from '#contract/events/events.ts'
import { places } from '#contract/platform/places.ts'
import { launchOptions } from '../e2e/browser.ts'
import { buildWeb } from '../scripts/build-web.mjs'
import type { Bench } from './bench.ts'
import { startAll } from './servers.ts'
import { judged, type Measured } from './table.ts'

const VISITS = 5
const BYTES_PER_SECOND = 400_000 / 8
const LATENCY_MS = 400
const SLOWER = 4
/** Beyond it a screen is broken, not slow. */
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 250

/** What is waited for: an element that is on screen, with words or a picture where they matter. */
interface Awaited {
  readonly name: string
  readonly path: string
  readonly selector: string
  /** What the element's text must match. */
  readonly words?: string
  readonly isPicture?: boolean
  readonly atMostSeconds: number
}

const landing: readonly Awaited[] = [
  {
    name: 'landing: first flyer',
    path: '/',
    selector: '#root a picture img',
    isPicture: true,
    atMostSeconds: 3,
  },
  // Buttons of the bar are drawn by the program alone; its links, the flyers and the search of the first HTML work before.
  { name: 'landing answers', path: '/', selector: 'header button, header nav a', atMostSeconds: 5 },
]

/** `kind` is whether the birth date is asked. */
const awaitedOf = ({ kind, path, checkoutPath }: OnSale): readonly Awaited[] => [
  {
    name: `an event's button, ${kind}`,
    path,
    // The link to the checkout that the first HTML has is as good as the button that takes its place.
    selector: `#root a[href^="${places.checkout.path}"], #root button`,
    words: '^(Comprar|Reservar|Elegir entradas)',
    atMostSeconds: 4,
  },
  {
    name: `checkout takes what is typed, ${kind}`,
    path: checkoutPath,
    // Fields of the first HTML are as good as the form that takes their place, with what was typed.
    selector: '#root input[type="email"]:not([readonly])',
    atMostSeconds: 1.5,
  },
  {
    name: `checkout's button, ${kind}`,
    path: checkoutPath,
    selector: '#root button, #root a',
    words: '^(Pagar|Reservar|Comprar|Confirmar|Crear|Continuar|Elegí)',
    atMostSeconds: 5,
  },
]

/** The rows about a bad phone: medians of five first visits each. */
export async function phone({ home, progress }: Bench): Promise<Measured[]> {
  await buildWeb(process.execPath)
  progress('the demo, for a phone')
  const state = join(home, 'phone')
  mkdirSync(state)
  const server = await startAll(state, join(home, 'phone.log'))
  const browser = await chromium.launch(await launchOptions())
  try {
    while (existsSync(join(state, 'demo-loading'))) await wait(100)
    const origin = `http://127.0.0.1:${server.port}`
    await picturesMade(origin)
    const rows: Measured[] = []
    for (const what of [...landing, ...(await eventsOnSale(origin)).flatMap(awaitedOf)]) {
      progress(`phone: ${what.name}`)
      const visits: Visit[] = []
      for (let n = 0; n < VISITS; n += 1) visits.push(await visit(browser, origin, what))
      rows.push(judged(`phone: ${what.name}`, median(visits), 's', { atMost: what.atMostSeconds }, noteOf(visits)))
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Waits for the small files of the landing's flyers, which are made within a minute of an upload: nights are announced days before. */
async function picturesMade(origin: string): Promise<void> {
  const page = await (await fetch(origin)).text()
  for (const [picture] of page.matchAll(/\/media\/[0-9a-f]{64}-640\.avif/g)) {
    const type = async () => (await fetch(origin + picture)).headers.get('content-type')
    for (let looks = 0; looks < 240 && (await type()) !== 'image/avif'; looks += 1) await wait(LOOK_EVERY_MS)
  }
}

interface Visit {
  readonly seconds: number
  readonly scripts: number
}

const median = (visits: readonly Visit[]) =>
  visits.map(({ seconds }) => seconds).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)] ?? NaN
const noteOf = (visits: readonly Visit[]) =>
  `${visits.map(({ seconds }) => seconds.toFixed(1)).join(', ')} s; ${visits[0]?.scripts ?? 0} scripts by then`

/** A first visit: nothing is kept from another. */
async function visit(browser: Browser, origin: string, what: Awaited): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // Its files would come to the phone at once and take the way of what is looked at; a browser waits for the page first.
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(lookEachFrame(what))
    await page.goto(origin + what.path, { waitUntil: 'commit', timeout: PATIENCE_MS })
    const seconds = (await seenMs(page)) / 1000
    const scripts = await page.evaluate<number>(SCRIPTS)
    return { seconds, scripts }
  } finally {
    await context.close()
  }
}

async function seenMs(page: Page): Promise<number> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    const ms = await page.evaluate<number | undefined>('globalThis.seenMs')
    if (ms !== undefined) return ms
    await wait(LOOK_EVERY_MS)
  }
  throw new Error(`What was waited for did not come within ${PATIENCE_MS / 1000} s: ${page.url()}`)
}

/** Runs in the page: writes down when what is waited for is there for the first time. */
const lookEachFrame = ({ selector, words, isPicture = false }: Awaited) => `(() => {
  const words = new RegExp(${JSON.stringify(words ?? '')})
  const isThere = (element) => {
    const { width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return false
    // A room that waits for its picture holds none of ours.
    if (${String(isPicture)}) return element.complete && element.naturalWidth > 0 && element.currentSrc.includes('/media/')
    return words.test(element.textContent.trim())
  }
  const look = () => {
    if ([...document.querySelectorAll(${JSON.stringify(selector)})].some(isThere)) globalThis.seenMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`
const SCRIPTS = `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js')).length`

interface OnSale {
  readonly kind: 'with an age' | 'without an age'
  readonly path: string
  readonly checkoutPath: string
}

/** The first events that sell tickets and drinks, one that asks for an age and one that asks for none: most nights are of adults. */
async function eventsOnSale(origin: string): Promise<OnSale[]> {
  const { events } = await read<typeof getEventsPreview>(`${origin}${getEventsPreview.path}?limit=100`)
  const found = new Map<OnSale['kind'], OnSale>()
  for (const { id, availability, priceFrom } of events) {
    if (availability !== 'available' || !Number(priceFrom)) continue
    const of = (path: string) => origin + path.replace('{id}', id)
    const event = await read<typeof getEventPage>(of(getEventPage.path))
    const { data } = await read<typeof listDrinks>(`${of(listDrinks.path)}?isAvailable=true`)
    const kind = event.forbidsMinors ? 'with an age' : 'without an age'
    if (data.drinks.length > 0 && !found.has(kind))
      found.set(kind, { kind, path: eventPath(event), checkoutPath: paths.buyTicket(id) })
  }
  if (found.size < 2) throw new Error(`The demo sells tickets and drinks only of events ${[...found.keys()].join()}`)
  return [...found.values()]
}

async function read<Of extends EndpointSpec>(address: string): Promise<Answer<Of>> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} was answered ${response.status}`)
  return (await response.json()) as Answer<Of> // the server wrote it by this schema
}

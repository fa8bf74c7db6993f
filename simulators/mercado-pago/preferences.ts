/** Preferences of Checkout Pro: what a buyer is asked to pay. */
import { randomUUID } from 'node:crypto'
import { toCents, toPesos } from '#contract/values/money.ts'
import { isBefore, toEpochMs } from '#server/shared/clock.ts'
import { isLive, type Bearer } from './accounts.ts'
import { Refusal, vendorTime, type Simulator } from './simulator.ts'
import { change, lookUp, nextId, put, type Json, type StoredPreference } from './state.ts'

const MAX_REFERENCE = 256
const MAX_STATEMENT = 22

/** `POST /checkout/preferences/`. */
export function createPreference(simulator: Simulator, bearer: Bearer, body: unknown): Json {
  const { state, clock } = simulator
  const checked = checkBody(body, bearer)
  const preference: StoredPreference = {
    id: `${bearer.userId}-${randomUUID()}`,
    ownerId: bearer.userId,
    liveMode: isLive(bearer),
    createdAt: clock.now(),
    merchantOrderId: nextId(state),
    ...checked,
  }
  put(state, 'preferences', preference.id, preference)
  return preferenceJson(simulator, preference)
}

/** `PUT /checkout/preferences/{id}`: what is sent replaces, what is not stays. */
export function updatePreference(simulator: Simulator, bearer: Bearer, id: string, body: unknown): Json {
  const preference = ownPreference(simulator, bearer, id)
  change(simulator.state, 'preferences', id, checkBody({ ...preference.body, ...fields(body) }, bearer))
  return preferenceJson(simulator, preference)
}

/** `PUT /checkout/preferences/{id}/expire`. */
export function expirePreference(simulator: Simulator, bearer: Bearer, id: string): Json {
  const preference = ownPreference(simulator, bearer, id)
  const body = { ...preference.body, expires: true, expiration_date_to: simulator.clock.now() }
  change(simulator.state, 'preferences', id, { body })
  return preferenceJson(simulator, preference)
}

export function getPreference(simulator: Simulator, bearer: Bearer, id: string): Json {
  return preferenceJson(simulator, ownPreference(simulator, bearer, id))
}

/** `GET /checkout/preferences/search`. */
export function searchPreferences(simulator: Simulator, bearer: Bearer, query: URLSearchParams): Json {
  const reference = query.get('external_reference')
  const found = Object.values(simulator.state.preferences)
    .filter((preference) => preference.ownerId === bearer.userId)
    .filter((preference) => reference === null || preference.body['external_reference'] === reference)
    .toReversed()
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? 50)
  const page = found.slice(offset, offset + limit)
  return {
    elements: page.map((preference) => preferenceJson(simulator, preference)),
    next_offset: offset + page.length,
    total: found.length,
  }
}

/** A preference that takes no more payments. */
export function isExpired(simulator: Simulator, preference: StoredPreference): boolean {
  const until = preference.body['expires'] === true ? preference.body['expiration_date_to'] : null
  return typeof until === 'string' && !isBefore(simulator.clock.now(), until)
}

export function acceptsCash(preference: StoredPreference): boolean {
  const excluded = fields(preference.body['payment_methods'])['excluded_payment_types']
  const isExcluded = Array.isArray(excluded) && excluded.some((type: unknown) => fields(type)['id'] === 'ticket')
  return !isExcluded && preference.body['binary_mode'] !== true
}

interface PreferenceItem {
  readonly title: string
  readonly quantity: number
  readonly unitPriceCents: number
}

export function itemsOf(preference: StoredPreference): PreferenceItem[] {
  return checkItems(preference.body['items'])
}

function preferenceJson(simulator: Simulator, preference: StoredPreference): Json {
  const link = `${simulator.publicUrl}/checkout/v1/redirect?pref_id=${preference.id}`
  return {
    additional_info: '',
    auto_return: '',
    back_urls: { success: '', pending: '', failure: '' },
    binary_mode: false,
    expires: false,
    external_reference: '',
    marketplace_fee: 0,
    metadata: {},
    notification_url: null,
    ...preference.body,
    id: preference.id,
    init_point: link,
    sandbox_init_point: link,
    client_id: simulator.application.clientId,
    collector_id: Number(preference.ownerId),
    date_created: vendorTime(preference.createdAt),
    marketplace: `MP-MKT-${simulator.application.clientId}`,
    operation_type: 'regular_payment',
    site_id: 'MLA',
  }
}

function ownPreference(simulator: Simulator, bearer: Bearer, id: string): StoredPreference {
  const preference = lookUp(simulator.state.preferences, id)
  if (!preference || preference.ownerId !== bearer.userId) throw new Refusal(404, 'not_found', 'preference not found')
  return preference
}

function checkBody(
  sent: unknown,
  bearer: Bearer,
): Pick<StoredPreference, 'body' | 'totalCents' | 'marketplaceFeeCents'> {
  const body = fields(sent)
  const items = checkItems(body['items'])
  const totalCents = items.reduce((total, item) => total + item.quantity * item.unitPriceCents, 0)
  const backUrls = fields(body['back_urls'])
  for (const name of ['success', 'pending', 'failure']) {
    if (backUrls[name] !== undefined && !isUrl(backUrls[name]))
      refuse('invalid_back_urls', 'back_urls invalid. Wrong format')
  }
  if (body['auto_return'] !== undefined && !isUrl(backUrls['success'])) {
    refuse('invalid_auto_return', 'auto_return invalid. back_url.success must be defined')
  }
  if (body['notification_url'] !== undefined && !isUrl(body['notification_url'])) {
    refuse('invalid_notification_url', 'notification_url must be a valid url')
  }
  checkText(body['external_reference'], MAX_REFERENCE, 'external_reference')
  checkText(body['statement_descriptor'], MAX_STATEMENT, 'statement_descriptor')
  for (const name of ['expiration_date_from', 'expiration_date_to', 'date_of_expiration']) {
    if (body[name] !== undefined && !isInstant(body[name])) refuse(`invalid_${name}`, `${name} invalid. Wrong format`)
  }
  const marketplaceFeeCents = checkFee(body['marketplace_fee'], totalCents, bearer)
  return { body: { ...body }, totalCents, marketplaceFeeCents }
}

function checkItems(sent: unknown): PreferenceItem[] {
  if (!Array.isArray(sent) || sent.length === 0) return refuse('invalid_items', 'items needed')
  return sent.map((line: unknown) => {
    const item = fields(line)
    const { title, quantity, unit_price: unitPrice, currency_id: currency = 'ARS' } = item
    if (typeof title !== 'string' || title === '') return refuse('invalid_items', 'item title needed')
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1)
      return refuse('invalid_items', 'quantity must be a positive integer')
    if (typeof unitPrice !== 'number' || !(unitPrice > 0))
      return refuse('invalid_items', 'unit_price must be a positive number')
    if (currency !== 'ARS') return refuse('invalid_items', 'currency_id invalid')
    return { title, quantity, unitPriceCents: toCents(unitPrice) }
  })
}

function checkFee(sent: unknown, totalCents: number, bearer: Bearer): number {
  if (sent === undefined || sent === 0) return 0
  if (typeof sent !== 'number' || sent < 0)
    return refuse('invalid_marketplace_fee', 'marketplace_fee must be a positive number')
  if (!bearer.isOauth)
    return refuse('invalid_marketplace_fee', 'marketplace_fee needs the credentials of an authorized seller')
  if (toCents(sent) > totalCents)
    return refuse('invalid_marketplace_fee', `marketplace_fee must be at most ${toPesos(totalCents)}`)
  return toCents(sent)
}

function checkText(value: unknown, longest: number, name: string): void {
  if (value !== undefined && (typeof value !== 'string' || value.length > longest))
    refuse(`invalid_${name}`, `${name} invalid`)
}

function refuse(error: string, message: string): never {
  throw new Refusal(400, error, message)
}

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value)
}

function isInstant(value: unknown): boolean {
  try {
    return typeof value === 'string' && toEpochMs(value) > 0
  } catch {
    // Not an instant in any spelling.
    return false
  }
}

function fields(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
}

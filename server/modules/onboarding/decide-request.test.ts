/** The team decides requests and looks at their documents. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { getOnboardingInfo, PHOTO_DAYS } from '#contract/companies/onboarding.ts'
import {
  decideOrganizerRequest,
  getOrganizerRequestDni,
  getOrganizerRequestPhoto,
  listOrganizerRequests,
  type Decision,
} from '#contract/companies/onboarding-requests.ts'
import { createEvent } from '#contract/events/events-managed.ts'
import { eraseRequests } from './store.ts'
import { sections } from './queries-export.ts'
import { endpoints } from '#server/app.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { sendRequestOf } from '#server/testing/id-photos.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import { injection, nameOf, requestFor } from '#server/testing/requests.ts'
import { openSessionRow } from '#server/testing/session-row.ts'
import { textOf } from '#server/testing/sweep-reads.ts'
import { nowhere } from '#server/testing/tenant.ts'
import { newId } from '#server/shared/ids.ts'

let server: TestApp
let legal: GivenUser
let person: GivenUser
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  legal = await server.given.user({ isLegal: true, name: 'Lía Legal' })
  person = await server.given.user()
})

const decide = (id: string, decision: Decision, reason?: string, as: GivenUser = legal) =>
  server.call(
    decideOrganizerRequest,
    { params: { id }, body: { decision, ...(reason !== undefined && { reason }) } },
    { as },
  )
const list = async (query: object = {}) => (await server.call(listOrganizerRequests, { query }, { as: legal })).requests
const actionsOf = async (id: string) =>
  (
    await server.app.db.selectFrom('audit_rows').select('action').where('object_id', '=', id).orderBy('id').execute()
  ).map(({ action }) => action)
const REASON = 'La foto del dorso no se lee: sacala con más luz.'

test('an approval makes the company with its owner, in the same session, and says so', async () => {
  const { id, token } = await sendRequestOf(server, person)
  expect(await server.refusal(server.call(createEvent, { body: { name: 'Una noche' } }, { as: token }))).toBe(
    'forbidden',
  )
  const decided = await decide(id, 'approve', '', await server.given.user({ isGodAdmin: true, name: 'Gabi Dios' }))
  expect(decided).toMatchObject({
    state: 'approved',
    decision: { state: 'approved', decidedBy: 'Gabi Dios', reason: null },
    company: { name: 'Noches del Litoral' },
  })
  const user = await server.call(getProfile, undefined, { as: token })
  expect(user).toMatchObject({
    requestStatus: 'approved',
    role: 'ORGANIZATOR',
    companyRole: 'owner',
    companyId: decided.company?.id,
  })
  await server.call(createEvent, { body: { name: 'Una noche' } }, { as: token })
  await server.drain()
  const [mail, ...others] = await textsAt(server, person.mail)
  expect(others).toEqual([])
  expect(mail).toContain('Ya podés organizar')
  expect(mail).toContain('/organizador/eventos/nuevo')
  expect((await textsAt(server, person.phone))[0]).toContain('organizador_aprobado')
  expect(await actionsOf(id)).toEqual(['organizer_request.send', 'organizer_request.decide'])
})

test.each([
  ['Organizador Individual', 'Lola Ríos'],
  ['Empresa no registrada', 'La Cuadra'],
] as const)('%s is called %s', async (organizationType, name) => {
  const nombreOrganizacion = organizationType === 'Organizador Individual' ? '' : 'La Cuadra'
  const { id } = await sendRequestOf(server, person, { organizationType, nombreOrganizacion })
  expect((await decide(id, 'approve')).company?.name).toBe(name)
})

test.each([
  ['needs_changes', 'needs_changes', 'organizador_con_cambios'],
  ['reject', 'rejected', 'organizador_rechazado'],
] as const)(
  '%s is told with its reason, and the person sends again; what was decided before stays',
  async (decision, state, template) => {
    const { id, token } = await sendRequestOf(server, person)
    await expect(decide(id, decision, 'Corto')).rejects.toMatchObject({
      body: { code: 'invalid_input', details: [{ path: ['reason'] }] },
    })
    await decide(id, decision, REASON)
    expect(await server.call(getOnboardingInfo, undefined, { as: token })).toMatchObject({
      requestStatus: state,
      maySend: true,
      request: { state, reason: REASON },
    })
    await server.drain()
    expect((await textsAt(server, person.mail))[0]).toContain(REASON)
    const whatsapp = (await textsAt(server, person.phone))[0]
    expect([whatsapp?.includes(template), whatsapp?.includes(REASON)]).toEqual([true, true])
    const again = await sendRequestOf(server, { ...person, token })
    expect((await list({ state: 'pending' })).find((each) => each.id === again.id)?.earlier).toEqual([
      { state, reason: REASON, decidedBy: 'Lía Legal', decidedAt: expect.any(String) as string },
    ])
  },
)

test('a request is decided once', async () => {
  const { id } = await sendRequestOf(server, person)
  await decide(id, 'reject', REASON)
  await expect(decide(id, 'approve')).rejects.toMatchObject({
    status: 409,
    body: { code: 'organizer_request_decided' },
  })
  expect(await server.refusal(decide(newId(), 'approve'))).toBe('organizer_request_not_found')
})

test('nobody is approved who verified no contact, or is in a company by now', async () => {
  const unproved = await server.given.user({ proved: [] })
  const { id } = await sendRequestOf(server, unproved)
  expect((await list({ state: 'pending' })).find((each) => each.id === id)?.person.isProved).toBe(false)
  expect(await server.refusal(decide(id, 'approve'))).toBe('person_unproved')
  const request = await sendRequestOf(server, person)
  const company = await server.given.company()
  await server.app.db
    .insertInto('company_members')
    .values({ company_id: company.id, user_id: person.id, role: 'manager' })
    .execute()
  expect(await server.refusal(decide(request.id, 'approve'))).toBe('already_organizer')
  expect((await list({ state: 'pending', limit: 100 })).find((each) => each.id === request.id)?.state).toBe('pending')
})

test('the list is filtered, searched without accents, sorted by age and paged', async () => {
  const { id: first } = await sendRequestOf(server, person, { fullName: 'Águeda Peralta', companyName: 'Zeta' })
  await server.advance({ minutes: 1 })
  const { id: second } = await sendRequestOf(server, await server.given.user(), {
    fullName: 'Bruno Peralta',
    organizationType: 'Organizador Individual',
    nombreOrganizacion: '',
  })
  const ids = async (query: object) => (await list({ search: 'peralta', ...query })).map(({ id }) => id)
  expect(await ids({})).toEqual([first, second])
  expect(await ids({ order: 'desc' })).toEqual([second, first])
  expect(await ids({ sort: 'name', limit: 1 })).toEqual([first])
  expect(await ids({ search: 'AGUEDA zeta' })).toEqual([first])
  expect(await ids({ organizationType: 'Organizador Individual' })).toEqual([second])
  await decide(first, 'reject', REASON)
  expect(await ids({ state: 'rejected' })).toEqual([first])
  expect(await ids({ state: 'pending' })).toEqual([second])
})

describe('photos', () => {
  const view = (id: string, as: { token: string } = legal, side: 'front' | 'back' = 'front') =>
    server.call(getOrganizerRequestPhoto, { params: { id, side } }, { as })

  test('each view is audited and marked with who looks and when; nothing of it is stored by a browser', async () => {
    const { id } = await sendRequestOf(server, person)
    const picture = Buffer.from(await (await view(id)).arrayBuffer())
    expect((await sharp(picture).metadata()).format).toBe('jpeg')
    const god = await server.given.user({ isGodAdmin: true })
    const others = Buffer.from(await (await view(id, god)).arrayBuffer())
    // The same photo, another mark.
    expect(others.equals(picture)).toBe(false)
    await view(id, legal, 'back')
    const rows = await server.app.db
      .selectFrom('audit_rows')
      .select(['actor_id', 'after'])
      .where('object_id', '=', id)
      .where('action', '=', 'organizer_request.view_photo')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { actor_id: legal.id, after: { side: 'front' } },
      { actor_id: god.id, after: { side: 'front' } },
      { actor_id: legal.id, after: { side: 'back' } },
    ])
    const { headers } = await server.fastify.inject({
      url: `/api/v1/admin/organizer-requests/${id}/photos/front`,
      headers: { authorization: `Bearer ${legal.token}` },
    })
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['content-disposition']).toBe(`attachment; filename="dni-front-${id}.jpg"`)
  })

  test('not without step-up, not by an admin, not by the person themselves', async () => {
    const { id, token } = await sendRequestOf(server, person)
    expect(await server.refusal(view(id, { token }))).toBe('forbidden')
    expect(await server.refusal(view(id, await server.given.user({ isAdmin: true })))).toBe('forbidden')
    await server.app.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', legal.id).execute()
    expect(await server.refusal(view(id))).toBe('step_up_required')
    expect(await actionsOf(id)).toEqual(['organizer_request.send'])
  })

  test(`they are gone ${PHOTO_DAYS} days after the decision, and not before; without one they stay`, async () => {
    const { id } = await sendRequestOf(server, person)
    const { id: waits } = await sendRequestOf(server, await server.given.user())
    await decide(id, 'reject', REASON)
    const erase = async () => {
      await server.app.queue.runJob(server.app, 'onboarding.erase-photos')
      const found = await server.app.db
        .selectFrom('organizer_request_photos')
        .select(['request_id', 'photo_sealed'])
        .where('request_id', 'in', [id, waits])
        .where('photo_sealed', 'is not', null)
        .execute()
      return found.map((row) => row.request_id)
    }
    await server.advance({ hours: PHOTO_DAYS * 24 - 1 })
    expect(await erase()).toHaveLength(4)
    await server.advance({ hours: 1 })
    expect(await erase()).toEqual([waits, waits])
    legal = await server.given.user({ isLegal: true })
    expect(await server.refusal(view(id))).toBe('organizer_photo_erased')
    expect((await list({ state: 'rejected' })).find((each) => each.id === id)?.hasPhotos).toBe(false)
  })
})

test('a closed account leaves nothing of its request; its copy of data has it without the photos', async () => {
  const { id } = await sendRequestOf(server, person)
  const rows = []
  for (const section of sections) for await (const row of section.read(server.app, person.id)) rows.push(row)
  expect(rows).toEqual([expect.objectContaining({ dni: '30123456', nombre: 'Lola Ríos', estado: 'pending' })])
  await eraseRequests(server.app, person.id)
  await eraseRequests(server.app, person.id)
  expect((await list()).find((each) => each.id === id)).toBeUndefined()
  const photos = server.app.db.selectFrom('organizer_request_photos').select('side').where('request_id', '=', id)
  expect(await photos.execute()).toEqual([])
})

describe('the DNI', () => {
  const DNI = '30123456'

  test('is whole for the team after step-up alone, each view with an audit row, and masked in every list and decision', async () => {
    const { id } = await sendRequestOf(server, person)
    const view = (as: { readonly token: string }) => server.call(getOrganizerRequestDni, { params: { id } }, { as })
    expect((await list()).find((each) => each.id === id)?.dniNumber).toBe('*****456')
    expect(await actionsOf(id)).not.toContain('organizer_request.view_dni')
    const unconfirmed = await openSessionRow(server, { userId: legal.id })
    expect(await server.refusal(view({ token: unconfirmed }))).toBe('step_up_required')
    expect(await view(legal)).toEqual({ dniNumber: DNI })
    expect(await actionsOf(id)).toContain('organizer_request.view_dni')
    expect(await server.refusal(server.call(getOrganizerRequestDni, { params: { id: newId() } }, { as: legal }))).toBe(
      'organizer_request_not_found',
    )
    expect(JSON.stringify(await decide(id, 'reject', REASON))).not.toContain(DNI)
  })

  test('is whole for its own person, and masked in a support session', async () => {
    const { token } = await sendRequestOf(server, person)
    const own = (as: string) => server.call(getOnboardingInfo, undefined, { as })
    expect((await own(token)).request?.dniNumber).toBe(DNI)
    const supporter = await server.given.user({ isGodAdmin: true })
    const support = await openSessionRow(server, { userId: person.id, impersonatorId: supporter.id })
    expect((await own(support)).request?.dniNumber).toBe('*****456')
  })

  test('stands in no other read of the product', async () => {
    await sendRequestOf(server, person)
    const found: string[] = []
    for (const { spec } of endpoints.filter(
      (each) => each.spec.method === 'GET' && each.spec.path !== getOrganizerRequestDni.path,
    )) {
      for (const as of [
        legal,
        await server.given.user({ isGodAdmin: true }),
        await server.given.user({ isAdmin: true }),
      ]) {
        const request = requestFor(spec, { ...nowhere(), user: person.id }, person)
        const response = await server.fastify.inject(injection(spec, request, { token: as.token }))
        if (textOf(response.rawPayload).includes(DNI)) found.push(nameOf(spec))
      }
    }
    expect(found).toEqual([])
  })
})

/** The profile of a company: who changes it, its addresses, its links. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCompany, updateCompany } from '#contract/companies/companies.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

type Body = NonNullable<Parameters<typeof server.call<typeof updateCompany>>[1]>['body']

async function given() {
  const company = await server.given.company({})
  const owner = await server.given.user({ memberOf: company })
  const set = (body: Body, as: GivenUser = owner) =>
    server.call(updateCompany, { params: { companyId: company.id }, body }, { as })
  return { company, owner, set }
}
const read = (nameOrId: string) => server.call(getCompany, { params: { nameOrId } })

test('owner and manager change the profile, finance does not, and a god admin may', async () => {
  const { company, set } = await given()
  const member = (companyRole: 'manager' | 'finance') => server.given.user({ memberOf: company, companyRole })
  await set({ descripcion: 'Noches de Rosario', instagram: '@club.central' }, await member('manager'))
  expect(await server.refusal(set({ name: 'Otra cosa' }, await member('finance')))).toBe('company_role_not_allowed')
  const god = await server.given.user({ isGodAdmin: true })
  expect(await set({ website: 'clubcentral.com.ar' }, god)).toMatchObject({
    name: 'Club Central',
    descripcion: 'Noches de Rosario',
    networks: { instagram: 'club.central', facebook: '', website: 'https://clubcentral.com.ar/' },
  })
  const other = await server.given.user({ memberOf: await server.given.company({}) })
  expect(await server.refusal(set({ name: 'Robada' }, other))).toBe('company_not_found')
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select(['actor_id', 'before', 'after'])
    .where('object_id', '=', company.id)
    .where('action', '=', 'company.update')
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { before: { descripcion: null }, after: { descripcion: 'Noches de Rosario', instagram: 'club.central' } },
    { actor_id: god.id, after: { website: 'https://clubcentral.com.ar/' } },
  ])
})

test('picture and cover are put, kept by what leaves them out, and taken away with their files', async () => {
  const { company, owner, set } = await given()
  const draw = async (background: string, width: number) => {
    const picture = sharp({ create: { width, height: 800, channels: 3, background } }).png()
    return new Blob([new Uint8Array(await picture.toBuffer())], { type: 'image/png' })
  }
  const files = { imagen: await draw('#74c7ff', 800), cover: await draw('#ffc233', 1600) }
  const put = await server.call(updateCompany, { params: { companyId: company.id }, body: {}, files }, { as: owner })
  expect([put.imagen, put.cover?.width]).toEqual([expect.any(String), 1600])
  expect(await set({ descripcion: 'Las fotos quedan' })).toMatchObject({ imagen: put.imagen, cover: put.cover })
  expect(await set({ imagen: null })).toMatchObject({ imagen: null, cover: put.cover })
  expect(await set({ cover: null })).toMatchObject({ imagen: null, cover: null })
  const kept = await server.app.db
    .selectFrom('images')
    .select('id')
    .where('id', 'in', [put.imagen ?? '', put.cover?.id ?? ''])
    .execute()
  expect(kept).toEqual([])
  // Nothing is there to be taken away any more.
  expect(await set({ imagen: null, cover: null })).toMatchObject({ imagen: null, cover: null })
})

test('who stopped being a manager changes nothing, though their session still says it', async () => {
  const { company, set } = await given()
  const manager = await server.given.user({ memberOf: company, companyRole: 'manager' })
  await set({ name: 'Club Central Rosario' }, manager)
  await server.app.db
    .updateTable('company_members')
    .set({ role: 'finance' })
    .where('user_id', '=', manager.id)
    .execute()
  expect(await server.refusal(set({ name: 'Después' }, manager))).toBe('company_role_not_allowed')
})

test('addresses that a company had go on leading to it, and no other company gets them', async () => {
  const { company, set } = await given()
  const slug = `nuevo-${company.slug}`
  expect((await set({ slug })).slug).toBe(slug)
  expect((await read(company.slug)).slug).toBe(slug)
  expect((await read(slug)).id).toBe(company.id)
  const other = await given()
  for (const taken of [company.slug, slug]) {
    expect(await server.refusal(other.set({ slug: taken }))).toBe('slug_taken')
  }
  expect(await server.refusal(other.set({ slug: company.id }))).toBe('invalid_input')
  expect((await read(other.company.slug)).slug).toBe(other.company.slug)
  // Its own former one it may have again.
  expect((await set({ slug: company.slug })).slug).toBe(company.slug)
  expect((await read(slug)).slug).toBe(company.slug)
})

test('of companies that take one address at one moment, one has it', async () => {
  const companies = await Promise.all(Array.from({ length: 6 }, given))
  const slug = `carrera-${companies[0]?.company.slug}`
  const answers = await Promise.allSettled(companies.map(({ set }) => set({ slug })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ body: { code: 'slug_taken' } })
  }
})

test.each([
  ['slug', 'Con Espacios', 'Usá minúsculas sin acentos, números y guiones'],
  ['slug', 'peña', 'Usá minúsculas sin acentos, números y guiones'],
  ['name', ' ', 'Poné el nombre'],
  ['instagram', 'javascript:alert(1)', 'Poné tu usuario de Instagram, como @club.central'],
  ['website', 'javascript:alert(1)', 'Poné una dirección como clubcentral.com.ar'],
])('%s: %s is refused at its field', async (field, value, message) => {
  const { set } = await given()
  await expect(set({ [field]: value })).rejects.toMatchObject({
    body: { code: 'invalid_input', details: [{ path: [field], message }] },
  })
})

/** The fiscal data of a company: who may change them, and what is kept (rule R7.8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCompanyFiscalData, updateCompanyFiscalData } from '#contract/companies/companies-fiscal-data.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { findFiscalData } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const data = {
  legalName: 'Asociación Civil, Cultural y Recreativa Unión y Progreso del Sur',
  cuit: '30-70308853-4',
  vatCondition: 'exento',
  address: 'Av. Corrientes 1234, Ciudad Autónoma de Buenos Aires',
} as const

async function people() {
  const company = await server.given.company({})
  const owner = await server.given.user({ memberOf: company })
  const set = (body: Partial<Record<keyof typeof data, string>> = {}, as: GivenUser = owner) =>
    server.call(
      updateCompanyFiscalData,
      { params: { companyId: company.id }, body: { ...data, ...body } as typeof data },
      { as },
    )
  const read = (as: GivenUser = owner) =>
    server.call(getCompanyFiscalData, { params: { companyId: company.id } }, { as })
  return { company, owner, set, read }
}

test('a company has none until its owner gives them; the CUIT is kept as its digits', async () => {
  const { set, read } = await people()
  expect(await read()).toEqual({ companyName: 'Club Central', current: null, mayChange: true })
  const { current } = await set()
  expect(current).toEqual({ ...data, cuit: '30703088534', since: expect.any(String) })
  expect((await read()).current).toEqual(current)
})

test('the data of a moment stay readable for ever, whatever changes later', async () => {
  const { company, set, read } = await people()
  const before = server.clock.now()
  await server.advance({ minutes: 1 })
  await set()
  await server.advance({ minutes: 1 })
  const between = server.clock.now()
  await server.advance({ minutes: 1 })
  await set({ legalName: 'Unión y Progreso S.A.', cuit: '33-99999999-4' })
  expect((await read()).current?.legalName).toBe('Unión y Progreso S.A.')
  expect(await findFiscalData(server.app, company.id, between)).toMatchObject({ legalName: data.legalName })
  expect(await findFiscalData(server.app, company.id, before)).toBeNull()
})

test.each([
  [
    'a CUIT whose check digit is wrong',
    { cuit: '30-70308853-5' },
    'cuit',
    'Ese CUIT no es válido: son 11 números, revisá que estén todos',
  ],
  ['no CUIT', { cuit: ' ' }, 'cuit', 'Poné el CUIT'],
  ['no name', { legalName: '' }, 'legalName', 'Poné la razón social, o nombre y apellido'],
  ['no domicile', { address: '' }, 'address', 'Poné calle, número, localidad y provincia'],
  ['a condition that there is not', { vatCondition: 'ninguna' }, 'vatCondition', 'Elegí la condición frente al IVA'],
])('%s is refused at its field, in words that help', async (_name, body, field, message) => {
  const { set, read } = await people()
  await expect(set(body)).rejects.toMatchObject({
    body: { code: 'invalid_input', details: [{ path: [field], message }] },
  })
  expect((await read()).current).toBeNull()
})

test('the owner and god admins change them; the company’s people read them, and no other company’s', async () => {
  const { company, owner, set, read } = await people()
  const member = (companyRole: 'manager' | 'finance') => server.given.user({ memberOf: company, companyRole })
  for (const as of [await member('manager'), await member('finance')]) {
    expect(await server.refusal(set({}, as))).toBe('company_role_not_allowed')
    expect((await read(as)).mayChange).toBe(false)
  }
  const god = await server.given.user({ isGodAdmin: true })
  expect((await set({}, god)).mayChange).toBe(true)
  expect(await server.refusal(set({}, await server.given.user({ isAdmin: true })))).toBe('forbidden')
  const other = await server.given.user({ memberOf: await server.given.company({}) })
  expect(await server.refusal(read(other))).toBe('company_not_found')
  expect(await server.refusal(set({}, other))).toBe('company_not_found')
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select(['actor_id', 'after'])
    .where('action', '=', 'company.fiscal_data')
    .where('object_id', '=', company.id)
    .execute()
  expect(rows).toMatchObject([
    { actor_id: god.id, after: { changed: ['legalName', 'cuit', 'vatCondition', 'address'] } },
  ])
  expect(JSON.stringify(rows)).not.toContain('70308853')
  expect(owner.id).not.toBe(god.id)
})

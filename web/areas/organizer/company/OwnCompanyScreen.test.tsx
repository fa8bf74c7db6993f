import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CompanyProfile } from '#contract/companies/companies.ts'
import type { CompanyMember } from '#contract/companies/companies-members.ts'
import { failures } from '#contract/api/failures.ts'
import { paths } from '#contract/api/paths.ts'
import type { CompanyRole } from '#contract/api/roles.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer, person } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const company: CompanyProfile = {
  ...COMPANY,
  imagen: null,
  cover: null,
  descripcion: 'Noches de Rosario.',
  networks: { instagram: 'club.central', facebook: '', tiktok: '', x: '', website: '' },
  totalActiveEvents: 1,
}
const READ = `GET /api/v1/company/${COMPANY.id}`
const SAVE = `PUT /api/v1/company/${COMPANY.id}`
const MEMBERS = `/api/v1/company/${COMPANY.id}/members`
const me = person('ORGANIZATOR')
const NAHUEL_ID = '01990000-0000-7000-8000-0000000000b1'

const member = (changes: Partial<CompanyMember>): CompanyMember => ({
  id: me.id,
  name: me.name,
  username: me.name,
  mail: me.mail,
  phone: me.phone,
  urlProfileImgId: null,
  role: 'owner',
  state: 'active',
  since: '2026-11-02T20:00:00-03:00',
  ...changes,
})
const nahuel = member({
  id: NAHUEL_ID,
  name: 'Nahuel Ibarra',
  mail: 'n***@previa.example',
  role: 'finance',
  state: 'pending',
})

const memberAs = (companyRole: CompanyRole) => ({
  companyId: COMPANY.id,
  companyRole,
  company: { name: COMPANY.name, imagen: null, descripcion: null },
})
const open = (answers: Answers = {}, companyRole: CompanyRole = 'owner', search = '') =>
  openScreen(`${paths.organizerCompany()}${search}`, {
    as: loginAnswer('ORGANIZATOR', memberAs(companyRole)),
    answers: { [READ]: company, [`GET ${MEMBERS}`]: page('members', [member({}), nahuel]), ...answers },
  })
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], of: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `Más de ${of}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('the profile is changed in its dialog, and only what changed is sent', async () => {
  const { user, sent } = await open({ [SAVE]: () => company })
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tu página' }))
  await user.type(dialog.getByRole('textbox', { name: 'Dirección' }), '-rosario')
  await user.type(dialog.getByRole('textbox', { name: /^TikTok/ }), '@club')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Guardaste el perfil')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ slug: 'club-central-rosario', tiktok: 'club' })
})

test('picture and cover are taken away, and nothing else is sent', async () => {
  const cover = { id: 'b'.repeat(64), width: 1600, height: 900 }
  const { user, sent } = await open({ [READ]: { ...company, imagen: 'a'.repeat(64), cover }, [SAVE]: () => company })
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tu página' }))
  for (const left of [1, 0]) {
    await user.click(dialog.getAllByRole('button', { name: 'Quitar' })[0] ?? document.body)
    expect(dialog.queryAllByRole('button', { name: 'Quitar' })).toHaveLength(left)
  }
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Guardaste el perfil')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ imagen: null, cover: null })
})

test('an address of another company is refused at its field, and nothing typed is lost', async () => {
  const { user } = await open({
    [SAVE]: () => json(409, { code: 'slug_taken', message: 'Esa dirección ya es de otra organización' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tu página' }))
  const slug = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Dirección' })
  await user.type(slug, '-2')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(slug.getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getByText('Esa dirección ya es de otra organización')).toBeTruthy()
  expect(slug.value).toBe('club-central-2')
})

test('an owner invites a person, and gives another role to who is there', async () => {
  const { user, sent } = await open({
    [`POST ${MEMBERS}`]: ({ body }: { body: { userId?: string } }) =>
      json(201, body.userId ? { ...nahuel, role: 'manager' } : nahuel),
  })
  const [add] = await screen.findAllByRole('button', { name: 'Sumar persona' })
  if (add) await user.click(add)
  const dialog = within(await screen.findByRole('dialog', { name: 'Sumar persona' }))
  await user.type(dialog.getByRole('textbox', { name: 'Nombre y apellido' }), 'Nahuel Ibarra')
  await user.type(dialog.getByRole('textbox', { name: /WhatsApp/ }), '341 555 0103')
  await user.type(dialog.getByRole('textbox', { name: /mail/i }), 'nahuel@previa.example')
  await user.click(dialog.getByRole('radio', { name: /Finanzas/ }))
  await user.click(dialog.getByRole('button', { name: 'Sumar' }))
  expect(await screen.findByText('Le mandamos la invitación a Nahuel Ibarra')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ role: 'finance', name: 'Nahuel Ibarra' })
  await choose(user, 'Nahuel Ibarra', 'Cambiar rol')
  const role = within(await screen.findByRole('dialog', { name: 'Rol de Nahuel Ibarra' }))
  await user.click(role.getByRole('button', { name: 'Guardar' }))
  expect(await role.findByText('Ya tiene ese rol')).toBeTruthy()
  await user.click(role.getByRole('radio', { name: /Gestión/ }))
  await user.click(role.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Cambiaste el rol de Nahuel Ibarra')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ role: 'manager', userId: NAHUEL_ID })
})

test('an owner who types their own phone or mail reads that it is theirs', async () => {
  const { user } = await open(
    { [`POST ${MEMBERS}`]: () => json(422, { code: 'own_role', message: failures.own_role[1] }) },
    'owner',
    '?persona=nueva',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Sumar persona' }))
  await user.type(dialog.getByRole('textbox', { name: 'Nombre y apellido' }), 'Nahuel Ibarra')
  await user.type(dialog.getByRole('textbox', { name: /WhatsApp/ }), '341 555 0103')
  await user.type(dialog.getByRole('textbox', { name: /mail/i }), 'yo@previa.example')
  await user.click(dialog.getByRole('button', { name: 'Sumar' }))
  expect(await dialog.findByText('Ese teléfono o ese email es tuyo')).toBeTruthy()
})

test('a member is removed after a question; the invitation of who waits goes out again', async () => {
  const { user, sent } = await open({
    [`DELETE ${MEMBERS}/${NAHUEL_ID}`]: () => undefined,
    [`POST ${MEMBERS}/${NAHUEL_ID}/invitation`]: () => undefined,
  })
  await choose(user, 'Nahuel Ibarra', 'Reenviar invitación')
  expect(await screen.findByText('Le mandamos otra vez la invitación a Nahuel Ibarra')).toBeTruthy()
  await choose(user, 'Nahuel Ibarra', 'Sacar')
  const question = within(await screen.findByRole('alertdialog', { name: '¿Sacar a Nahuel Ibarra?' }))
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(question.getByRole('button', { name: 'Sacar' }))
  expect(await screen.findByText('Nahuel Ibarra ya no está en la organización')).toBeTruthy()
})

test('the last owner reads why they cannot leave', async () => {
  const message = 'La organización se queda sin titular: primero sumá a otra persona como titular'
  const { user } = await open({ [`DELETE ${MEMBERS}/${me.id}`]: () => json(409, { code: 'last_owner', message }) })
  await choose(user, me.name, 'Salir de la organización')
  const question = within(await screen.findByRole('alertdialog', { name: '¿Salir de Club Central?' }))
  await user.click(question.getByRole('button', { name: 'Salir' }))
  expect(await question.findByText(message)).toBeTruthy()
})

test.each([
  ['manager', true],
  ['finance', false],
] as const)('a %s sees no list of people, may leave, and edits the page: %s', async (role, edits) => {
  let isMember = true
  const { user, router, sent } = await open(
    {
      [`DELETE ${MEMBERS}/${me.id}`]: () => void (isMember = false),
      'GET /api/v1/user/profile': () => (isMember ? person('ORGANIZATOR', memberAs(role)) : person('CLIENT')),
    },
    role,
    '?perfil=si&persona=nueva',
  )
  expect(await screen.findAllByText('Noches de Rosario.')).not.toHaveLength(0)
  expect(screen.queryByRole('dialog', { name: 'Tu página' }) !== null).toBe(edits)
  expect(screen.queryByRole('dialog', { name: 'Sumar persona' })).toBeNull()
  expect(sent.some(({ path }) => path.endsWith('/members'))).toBe(false)
  await router.navigate(paths.organizerCompany())
  await user.click(await screen.findByRole('button', { name: 'Salir de la organización' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Salir' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.home()))
})

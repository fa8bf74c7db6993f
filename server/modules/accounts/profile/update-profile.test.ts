import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile, login } from '#contract/accounts/accounts.ts'
import { confirmContactCode, listSessions, requestContactCode } from '#contract/accounts/accounts-credentials.ts'
import { cancelContactChange, updateProfile } from '#contract/accounts/accounts-profile.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { hashPassword } from '../password/password.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const wire = (phone: string) => phone.replace('+', '')
const formOf = (user: GivenUser) => ({ name: user.name, phone: wire(user.phone), email: user.mail })
const save = (user: GivenUser, changes: object = {}) =>
  server.call(updateProfile, { body: { ...formOf(user), ...changes } }, { as: user })
const audited = (user: GivenUser) =>
  server.app.db.selectFrom('audit_rows').selectAll().where('object_id', '=', user.id).orderBy('id').execute()
let numbers = 0
const freshPhone = () => `549351${String(5_200_000 + ++numbers)}`

async function lastCode(to: string): Promise<string> {
  await server.drain()
  const rows = await server.app.db.selectFrom('dev_inbox').selectAll().execute()
  const message = rows.filter((row) => JSON.stringify(row).includes(to)).at(-1)
  return /\b\d{6}\b/.exec(JSON.stringify(message))?.[0] ?? ''
}

test('profile changes are kept, returned and audited once', async () => {
  const user = await server.given.user()
  const answer = await save(user, {
    name: '  Camila de los Ángeles ',
    gender: 'O',
    birthDate: '1990-02-28',
    acceptsAdvertising: false,
    isPrivateProfile: true,
  })
  const expected = {
    name: 'Camila de los Ángeles',
    username: 'Camila de los Ángeles',
    phone: user.phone,
    mail: user.mail,
    pendingMail: null,
    pendingPhone: null,
    gender: 'Other',
    birthDate: '1990-02-28',
    acceptsAdvertising: false,
    isPrivateProfile: true,
  }
  expect(answer).toMatchObject({ message: 'Perfil actualizado exitosamente', user: expected })
  expect(await server.call(getProfile, undefined, { as: user })).toMatchObject(expected)
  await save(user, { name: 'Camila de los Ángeles', gender: 'Otro' })
  const rows = await audited(user)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    actor_id: user.id,
    action: 'account.update_profile',
    before: { gender: 'Prefiero no decir', isPrivateProfile: false },
    after: { name: 'C. D. L. Á.', gender: 'Other', isPrivateProfile: true },
  })
})

test.each([
  ['Male', 'Male'],
  ['Femenino', 'Female'],
  ['O', 'Other'],
  ['otra cosa', 'Prefiero no decir'],
  [undefined, 'Prefiero no decir'],
])('gender %s is stored as %s', async (typed, stored) => {
  const user = await server.given.user()
  await save(user, { gender: 'F' })
  expect((await save(user, typed === undefined ? {} : { gender: typed })).user.gender).toBe(stored)
})

test('left out, birth date, promotions and privacy stay as they are', async () => {
  const user = await server.given.user({ birthDate: '1991-01-01' })
  await save(user, { acceptsAdvertising: false, isPrivateProfile: true })
  expect((await save(user)).user).toMatchObject({
    birthDate: '1991-01-01',
    acceptsAdvertising: false,
    isPrivateProfile: true,
  })
})

test('an emptied birth date is forgotten', async () => {
  const user = await server.given.user({ birthDate: '1991-01-01' })
  expect((await save(user, { birthDate: null })).user).toMatchObject({ birthDate: null, age: null })
  expect((await audited(user)).at(-1)).toMatchObject({ before: { birthDate: '1991' }, after: { birthDate: null } })
})

test('a name is one line, without invisible characters', async () => {
  const user = await server.given.user()
  const saved = await save(user, { name: ' Camila\u0007\nde  \u202eFerreyra ' })
  expect(saved.user.name).toBe('Camila de Ferreyra')
})

test.each([
  ['name', 'J', 'El nombre completo es obligatorio'],
  ['name', '   ', 'El nombre completo es obligatorio'],
  ['name', '👩', 'El nombre completo es obligatorio'],
  ['name', '\u200b\u200b\u200b', 'El nombre completo es obligatorio'],
  ['name', 'a'.repeat(101), 'El nombre es demasiado largo'],
  ['name', 42, expect.any(String)],
  ['phone', '', 'El teléfono es obligatorio'],
  ['phone', '11', 'El teléfono es obligatorio'],
  ['phone', 'ningún teléfono', 'El teléfono no es válido'],
  ['phone', '9'.repeat(251), 'El teléfono no es válido'],
  ['phone', 5493415550104, expect.any(String)],
  ['email', 'sin-arroba', 'El email debe ser válido'],
  ['email', '', 'El email debe ser válido'],
  ['email', null, expect.any(String)],
  ['gender', 7, expect.any(String)],
  ['gender', 'x'.repeat(31), expect.any(String)],
  ['birthDate', '1995-13-40', 'La fecha no es válida'],
  ['birthDate', '2999-01-01', 'La fecha de nacimiento no es válida'],
  ['birthDate', '1850-01-01', 'La fecha de nacimiento no es válida'],
  ['birthDate', 19950412, 'La fecha no es válida'],
  ['acceptsAdvertising', 'true', expect.any(String)],
  ['isPrivateProfile', 1, expect.any(String)],
])('a wrong %s (%s) is reported at its field and changes nothing', async (field, value, message) => {
  const user = await server.given.user()
  const before = await server.call(getProfile, undefined, { as: user })
  await expect(save(user, { name: 'Otro Nombre', [field]: value })).rejects.toMatchObject({
    status: 400,
    body: {
      code: 'invalid_profile',
      message: 'Datos de perfil inválidos',
      details: expect.arrayContaining([expect.objectContaining({ path: [field], message })]),
    },
  })
  expect(await server.call(getProfile, undefined, { as: user })).toEqual(before)
})

test.each([
  'Ñandú Öçşğ',
  '李小龍',
  'محمد علي',
  'Д’Артаньян',
  '👩‍🦰🎉',
  'José 🎟️ Pérez',
  "<b>Robert'); drop table--",
  'a'.repeat(100),
])('the name %s is a name', async (name) => {
  const user = await server.given.user()
  expect((await save(user, { name })).user).toMatchObject({ name, username: name })
})

test('the age follows from the birth date', async () => {
  const user = await server.given.user()
  const { user: saved } = await save(user, { birthDate: '2000-02-29' })
  expect(saved.age).toBe(Math.floor((Date.parse(server.app.clock.now()) - Date.parse('2000-02-29')) / 31_556_952_000))
})

test('read-only fields are refused and change nothing', async () => {
  const user = await server.given.user()
  const before = await server.call(getProfile, undefined, { as: user })
  const hostile = {
    ...formOf(user),
    id: '01990000-0000-7000-8000-000000000001',
    godAdmin: true,
    isGodAdmin: true,
    role: 'ORGANIZATOR',
    roles: ['GOD_ADMIN'],
    companyId: user.id,
    requestStatus: 'approved',
    permission: 'legal',
    state: 'blocked',
    mail: 'directo@previa.example',
    mailProvedAt: '2020-01-01',
    isPhoneProved: true,
    pendingMail: 'directo@previa.example',
    password_hash: 'x',
    profileImage: 'https://evil.example/x.png',
    urlProfileImgId: 'a'.repeat(64),
  }
  expect(await server.refusal(server.call(updateProfile, { body: hostile }, { as: user }))).toBe('invalid_input')
  const raw = await server.fastify.inject({
    method: 'PUT',
    url: updateProfile.path,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    payload: `{"name":"Camila","phone":"${wire(user.phone)}","__proto__":{"godAdmin":true}}`,
  })
  expect(raw.statusCode).toBe(400)
  expect(await server.call(getProfile, undefined, { as: user })).toEqual(before)
})

test('a new mail waits for step-up and its code; until then the present one counts', async () => {
  const passwordHash = await hashPassword(server.app, 'una-clave-larga')
  const user = await server.given.user({ passwordHash })
  const email = `nuevo-${user.id}@previa.example`
  const { user: saved } = await save(user, { email: ` ${email.toUpperCase()} ` })
  expect(saved).toMatchObject({ mail: user.mail, pendingMail: email, isMailProved: true })

  await server.call(requestContactCode, { body: { kind: 'mail' } }, { as: user })
  const code = await lastCode(email)
  await server.call(confirmContactCode, { body: { kind: 'mail', code } }, { as: user })
  expect(await server.call(getProfile, undefined, { as: user })).toMatchObject({
    mail: email,
    pendingMail: null,
    isMailProved: true,
  })
  await server.drain()
  const messages = await server.app.db.selectFrom('dev_inbox').selectAll().execute()
  expect(messages.some((row) => JSON.stringify(row).includes(user.mail))).toBe(true)
})

test('a new phone waits; the old one still signs in and the new one does not', async () => {
  const passwordHash = await hashPassword(server.app, 'una-clave-larga')
  const user = await server.given.user({ passwordHash, phone: `+${freshPhone()}` })
  const phone = freshPhone()
  expect((await save(user, { phone })).user).toMatchObject({ phone: user.phone, pendingPhone: `+${phone}` })
  const password = 'una-clave-larga'
  await server.call(login, { body: { phone: user.phone, password } })
  expect(await server.refusal(server.call(login, { body: { phone, password } }))).toBe('wrong_credentials')
  // The present one again: the other is let go.
  expect((await save(user)).user).toMatchObject({ phone: user.phone, pendingPhone: null })
})

test('a change that waits can be taken back, and its code is worth nothing then', async () => {
  const user = await server.given.user()
  const email = `arrepentida-${user.id}@previa.example`
  await save(user, { email })
  await server.call(requestContactCode, { body: { kind: 'mail' } }, { as: user })
  const code = await lastCode(email)
  const cancelled = await server.call(cancelContactChange, { params: { kind: 'mail' } }, { as: user })
  expect(cancelled.user).toMatchObject({ mail: user.mail, pendingMail: null })
  expect(await server.refusal(server.call(confirmContactCode, { body: { kind: 'mail', code } }, { as: user }))).toBe(
    'code_expired',
  )
  await server.call(cancelContactChange, { params: { kind: 'mail' } }, { as: user })
  expect((await audited(user)).map(({ action }) => action)).toEqual([
    'account.update_profile',
    'account.cancel_contact_change',
  ])
})

test("another person's phone and mail are refused as registration refuses them", async () => {
  const [user, other] = [await server.given.user(), await server.given.user({ phone: `+${freshPhone()}` })]
  await expect(save(user, { phone: wire(other.phone) })).rejects.toMatchObject({
    status: 409,
    body: {
      code: 'phone_taken',
      message: 'Ya existe una cuenta con ese teléfono',
      details: [{ path: ['phone'], message: 'Ya existe una cuenta con ese teléfono' }],
    },
  })
  await expect(save(user, { email: other.mail.toUpperCase() })).rejects.toMatchObject({
    status: 409,
    body: { code: 'mail_taken', message: 'Ya existe una cuenta con ese email' },
  })
  expect(await server.call(getProfile, undefined, { as: user })).toMatchObject({
    pendingPhone: null,
    pendingMail: null,
  })
})

test('asking around for other accounts ends after ten new contacts in an hour, refused ones included', async () => {
  const [user, other] = [await server.given.user(), await server.given.user({ phone: `+${freshPhone()}` })]
  for (let tried = 0; tried < 10; tried += 1) {
    const phone = tried % 2 ? freshPhone() : wire(other.phone)
    const outcome = save(user, { phone })
    if (tried % 2) await outcome
    else expect(await server.refusal(outcome)).toBe('phone_taken')
  }
  expect(await server.refusal(save(user, { phone: freshPhone() }))).toBe('too_many_requests')
  await save(user, { name: 'Mi nombre sí' })
})

test('a pending account does not stand in the way of who proves its mail', async () => {
  const mail = `invitada-${numbers}@previa.example`
  await server.given.user({ state: 'pending', mail })
  const user = await server.given.user()
  expect((await save(user, { email: mail })).user.pendingMail).toBe(mail)
})

test('a first phone counts at once, unproved', async () => {
  const user = await server.given.user({ phone: null })
  const phone = freshPhone()
  const { user: saved } = await server.call(updateProfile, { body: { name: 'Sin Teléfono', phone } }, { as: user })
  expect(saved).toMatchObject({ phone: `+${phone}`, pendingPhone: null, isPhoneProved: false })
  const other = await server.given.user({ phone: null })
  // It reserves nothing but the name to sign in with: another waits for the code, which says whose it is.
  const { user: waiting } = await server.call(updateProfile, { body: { name: 'Otra', phone } }, { as: other })
  expect(waiting).toMatchObject({ phone: null, pendingPhone: `+${phone}` })
})

test('a first phone that another account proved stays with it', async () => {
  const [owner, other] = [await server.given.user(), await server.given.user({ phone: null })]
  const body = { name: 'Otra', phone: wire(owner.phone) }
  expect(await server.refusal(server.call(updateProfile, { body }, { as: other }))).toBe('phone_taken')
})

test('a first phone with a pending account waits for its code', async () => {
  const user = await server.given.user({ phone: null })
  const phone = freshPhone()
  await server.given.user({ state: 'pending', phone: `+${phone}` })
  const save = () => server.call(updateProfile, { body: { name: 'Sin Teléfono', phone } }, { as: user })
  expect((await save()).user).toMatchObject({ phone: null, pendingPhone: `+${phone}` })
  expect((await save()).user).toMatchObject({ phone: null, pendingPhone: `+${phone}` })
})

test('audit rows, which outlive the account, say what changed and not who the person was', async () => {
  const user = await server.given.user({ name: 'Canaria Inolvidable', birthDate: '1987-06-05' })
  const [phone, mail] = [freshPhone(), `inolvidable-${numbers}@previa.example`]
  await save(user, { name: 'Inolvidable Canaria', birthDate: '1986-05-04', phone, email: mail })
  await server.call(cancelContactChange, { params: { kind: 'phone' } }, { as: user })
  await server.call(requestContactCode, { body: { kind: 'mail' } }, { as: user })
  const code = await lastCode(mail)
  await server.call(confirmContactCode, { body: { kind: 'mail', code } }, { as: user })
  const rows = await audited(user)
  expect(rows.map(({ action }) => action)).toContain('account.prove_contact')
  const text = JSON.stringify(rows)
  for (const own of ['Canaria', 'Inolvidable', '1987-06-05', '1986-05-04', phone, mail, user.mail, user.phone]) {
    expect(text).not.toContain(own)
  }
  expect(rows[0]).toMatchObject({ after: { pendingMail: 'i***@previa.example', name: 'I. C.', birthDate: '1986' } })
})

test('twenty saves at once leave one state and one audit row for each change', async () => {
  const user = await server.given.user()
  await Promise.all(Array.from({ length: 20 }, () => save(user, { name: 'Al Mismo Tiempo' })))
  expect(await audited(user)).toHaveLength(1)
})

test('a session that was just ended elsewhere, or a blocked account, writes nothing more', async () => {
  const ended = await server.given.user()
  const blocked = await server.given.user()
  // Both are known to this process, which believes them for some seconds.
  await server.call(getProfile, undefined, { as: ended })
  await server.call(getProfile, undefined, { as: blocked })
  await server.app.db
    .updateTable('sessions')
    .set({ ended_at: server.app.clock.now() })
    .where('user_id', '=', ended.id)
    .execute()
  await server.app.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', blocked.id).execute()
  await expect(save(ended, { name: 'Intrusa' })).rejects.toMatchObject({
    status: 401,
    body: { code: 'profile_unauthorized' },
  })
  await expect(save(blocked, { name: 'Bloqueada' })).rejects.toMatchObject({
    status: 403,
    body: { message: 'Acceso prohibido - verifica tu token de autenticación' },
  })
  for (const { id, name } of [ended, blocked]) {
    const row = await server.app.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.name).toBe(name)
  }
})

test('sessions show where they were opened', async () => {
  const user = await server.given.user({ passwordHash: await hashPassword(server.app, 'una-clave-larga') })
  const body = { phone: user.phone, password: 'una-clave-larga' }
  const opened = await server.call(login, { body }, { ip: '190.2.3.4' })
  const { sessions } = await server.call(listSessions, undefined, { as: opened })
  expect(sessions[0]).toMatchObject({ isCurrent: true, address: '190.2.3.4' })
})

test('ages change at midnight in Buenos Aires', async () => {
  // To ten at night there, when it is tomorrow in UTC.
  const hour = Number(server.clock.now().slice(11, 13))
  await server.advance({ hours: (25 - hour) % 24 })
  const tomorrow = server.clock.now().slice(0, 10)
  const birthDate = `${Number(tomorrow.slice(0, 4)) - 20}${tomorrow.slice(4)}`
  const user = await server.given.user({ birthDate })
  expect((await server.call(getProfile, undefined, { as: user })).age).toBe(19)
})

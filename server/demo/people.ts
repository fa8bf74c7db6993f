/** The demo's people. Names are invented; phones are of an unassigned range. */
import { inTransaction, type App } from '#server/context.ts'
import { createAdministrator } from '#server/modules/accounts/roles/create-administrator.ts'
import { grantRole } from '#server/modules/accounts/roles/grant-role.ts'
import { proveContact } from '#server/modules/accounts/contact/prove-contact.ts'
import { register } from '#server/modules/accounts/registration/register.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { DEMO_PASSWORD, demoAccounts, type DemoRole } from './sign-ins.ts'

const FIRST =
  'Agustina Bruno Catalina Darío Elena Facundo Guadalupe Hugo Inés Joaquín Karina Leandro Milagros Néstor Oriana Pedro Rocío Santino Tamara Ulises'.split(
    ' ',
  )
const LAST = 'Acosta Benítez Cabrera Domínguez Escobar Figueroa Godoy Herrera Insúa Juárez'.split(' ')
export const DEMO_BUYERS = 40
/** Real people are not all called by two words. */
const ODD = ['Ramona', 'María de los Ángeles Encarnación Fernández de la Cruz y Gutiérrez de la Concha D']
/** What a mail's first half takes. */
const ACCOUNT_LETTERS = 60

export const demoOrigin: RequestOrigin = { requestId: 'demo', ip: '127.0.0.1', device: 'demo' }

/** A person acting in the demo, with the roles that the act needs. */
export function actorOf(userId: string, rest: Partial<Actor> = {}): Actor {
  return {
    userId,
    sessionId: userId,
    name: 'Demo',
    roles: ['CLIENT'],
    role: 'CLIENT',
    companyId: null,
    companyRole: null,
    eventRoles: [],
    impersonatorId: null,
    isConfirmed: true,
    // Each with a phone of their own, as people are.
    origin: { ...demoOrigin, device: `demo-${userId}` },
    ...rest,
  }
}

async function person(app: App, name: string, phone: string, index: number): Promise<string> {
  const account = name
    .normalize('NFD')
    .replaceAll(/[^\w ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')
    .slice(0, ACCOUNT_LETTERS)
  const birthDate = `${1975 + (index % 30)}-0${1 + (index % 9)}-1${index % 9}`
  const input = {
    name,
    phone,
    mail: `${account}@previa.example`,
    password: DEMO_PASSWORD,
    birthDate,
    acceptsAdvertising: index % 3 !== 0,
  }
  // Each on a device of their own, as people are: one registers only so many.
  const { id } = await register(app, input, undefined, { ...demoOrigin, device: `demo-${index}-${phone.slice(1)}` })
  await inTransaction(app, async (app) => {
    const by = actorOf(id)
    await proveContact(app, by, 'phone', input.phone)
    await proveContact(app, by, 'mail', input.mail)
  })
  return id
}

export interface DemoPeople {
  readonly of: Readonly<Record<DemoRole, string>>
  readonly buyers: readonly string[]
}

/** The accounts of the sign-ins and the buyers. */
export async function addPeople(app: App): Promise<DemoPeople> {
  const of: Partial<Record<DemoRole, string>> = {}
  for (const key of ['organizer', 'promoter', 'scanner', 'buyer', 'commercial'] as const) {
    of[key] = await person(app, demoAccounts[key].name, demoAccounts[key].phone, 5)
  }
  for (const kind of ['god', 'admin', 'legal'] as const) {
    const { name, phone } = demoAccounts[kind]
    of[kind] = await createAdministrator(app, {
      name,
      phone,
      mail: `${kind}@previa.example`,
      password: DEMO_PASSWORD,
      kind,
    })
  }
  const people = of as Record<DemoRole, string> // every key was set above
  await grantRole(app, { userId: people.god }, { userId: people.commercial, role: 'COMERCIAL' })
  const names = Array.from({ length: DEMO_BUYERS - 1 }, (_, index) => {
    const name = `${FIRST[index % FIRST.length]} ${LAST[(index * 7) % LAST.length]}`
    return ODD[index] ?? (index < FIRST.length ? name : `${name} ${LAST[(index * 3 + 1) % LAST.length]}`)
  })
  const buyers = [people.buyer]
  for (const [index, name] of names.entries()) {
    buyers.push(await person(app, name, `+549341556${String(1000 + index)}`, index))
  }
  return { of: people, buyers }
}

/** A company's owner, made when no sign-in has their phone. */
export async function ownerOf(app: App, people: DemoPeople, name: string, phone: string): Promise<string> {
  return phone === demoAccounts.organizer.phone ? people.of.organizer : person(app, name, phone, 8)
}

/** The demo's people. Names are invented; phones are of an unassigned range. */
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { hashPassword } from '#server/modules/accounts/password/password.ts'
import { insertUser } from '#server/modules/accounts/registration/store.ts'
import { insertRole, setAdministrator } from '#server/modules/accounts/roles/store.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { newId } from '#server/shared/ids.ts'
import { demoCompanies, type CompanyKey } from './nights.ts'
import { DEMO_PASSWORD, demoAccounts, type DemoRole } from './sign-ins.ts'

const FIRST =
  'Agustina Bruno Catalina Darío Elena Facundo Guadalupe Hugo Inés Joaquín Karina Leandro Milagros Néstor Oriana Pedro Rocío Santino Tamara Ulises'.split(
    ' ',
  )
const LAST = 'Acosta Benítez Cabrera Domínguez Escobar Figueroa Godoy Herrera Insúa Juárez'.split(' ')
const DEMO_BUYERS = 40
/** Real people are not all called by two words. */
const ODD = ['Ramona', 'María de los Ángeles Encarnación Fernández de la Cruz y Gutiérrez de la Concha D']
/** What a mail's first half takes. */
const ACCOUNT_LETTERS = 60

/** Who works with the owner of the first company; the last one was invited and did not answer yet. */
export const companyStaff = [
  {
    role: 'manager',
    name: 'Martina Echagüe',
    phone: '+5493415550121',
    mail: 'martina.echague@previa.example',
    hasAccount: true,
  },
  {
    role: 'finance',
    name: 'Tomás Villalba',
    phone: '+5493415550122',
    mail: 'tomas.villalba@previa.example',
    hasAccount: true,
  },
  {
    role: 'finance',
    name: 'Estudio Contable Zapata & Hijas',
    phone: '+5493415550123',
    mail: 'estudio@previa.example',
    hasAccount: false,
  },
] as const

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

interface Person {
  readonly name: string
  /** E.164. */
  readonly phone: string
  /** Chooses the birth date and whether they take advertising. */
  readonly index: number
}

/** The first half of a person's email. */
function accountOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^\w ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')
    .slice(0, ACCOUNT_LETTERS)
}

export interface DemoPeople {
  readonly of: Readonly<Record<DemoRole, string>>
  readonly owners: Readonly<Record<CompanyKey, string>>
  readonly buyers: readonly string[]
}

/**
 * Adds the accounts of the sign-ins, the owners of the companies and the buyers, all with verified contacts. Their password is
 * hashed once for all, because each hash takes a core for 50 ms.
 */
export async function addPeople(app: App): Promise<DemoPeople> {
  const passwordHash = await hashPassword(app, DEMO_PASSWORD)
  return inTransaction(app, async (app) => {
    const insert = async (mail: string, { name, phone }: Omit<Person, 'index'>, rest: object = {}) => {
      const id = newId()
      const user = {
        id,
        name,
        phone,
        mail: `${mail}@previa.example`,
        passwordHash,
        gender: 'Prefiero no decir',
      } as const
      const proved = ['phone', 'mail'] as const
      await insertUser(app, {
        ...user,
        birthDate: null,
        acceptsAdvertising: false,
        profileImageId: null,
        proved,
        ...rest,
      })
      return id
    }
    const add = async ({ index, ...person }: Person) => {
      const birthDate = `${1975 + (index % 30)}-0${1 + (index % 9)}-1${index % 9}`
      const id = await insert(accountOf(person.name), person, { birthDate, acceptsAdvertising: index % 3 !== 0 })
      await audit(app, { userId: id, origin: demoOrigin }, 'account.register', ['user', id])
      return id
    }
    const addAdministrator = async (kind: 'god' | 'admin' | 'legal') => {
      const id = await insert(kind, demoAccounts[kind])
      await setAdministrator(app, id, kind)
      await audit(app, SYSTEM, 'account.create_administrator', ['user', id], { after: { kind } })
      return id
    }
    const sign = (role: DemoRole) => add({ ...demoAccounts[role], index: 5 })
    const of = {
      organizer: await sign('organizer'),
      promoter: await sign('promoter'),
      scanner: await sign('scanner'),
      buyer: await sign('buyer'),
      commercial: await sign('commercial'),
      god: await addAdministrator('god'),
      admin: await addAdministrator('admin'),
      legal: await addAdministrator('legal'),
    }
    await insertRole(app, of.commercial, 'COMERCIAL')
    await audit(app, { userId: of.god }, 'account.grant_role', ['user', of.commercial], {
      after: { role: 'COMERCIAL' },
    })
    const owners: Partial<Record<CompanyKey, string>> = {}
    for (const key of Object.keys(demoCompanies) as CompanyKey[]) {
      const { owner: name, ownerPhone: phone } = demoCompanies[key]
      owners[key] = phone === demoAccounts.organizer.phone ? of.organizer : await add({ name, phone, index: 8 })
    }
    for (const { name, phone, hasAccount } of companyStaff) if (hasAccount) await add({ name, phone, index: 3 })
    const buyers = [of.buyer]
    for (const [index, name] of buyerNames().entries()) {
      buyers.push(await add({ name, phone: `+549341556${String(1000 + index)}`, index }))
    }
    return { of, owners: owners as Record<CompanyKey, string>, buyers } // every key was set above
  })
}

function buyerNames(): string[] {
  return Array.from({ length: DEMO_BUYERS - 1 }, (_, index) => {
    const name = `${FIRST[index % FIRST.length]} ${LAST[(index * 7) % LAST.length]}`
    return ODD[index] ?? (index < FIRST.length ? name : `${name} ${LAST[(index * 3 + 1) % LAST.length]}`)
  })
}

/** What the account menus offer to each role, and where each role lands after signing in (rules R5.15, R16.11). */
import { House, LayoutDashboard, ScanLine, Ticket, User, type LucideIcon } from 'lucide-react'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import type { WireRole } from '#contract/api/roles.ts'

export interface AccountLink {
  label: string
  to: string
  icon: LucideIcon
}

/** The first screen of each role that is built: a test compares them with the register. */
const panelHome = paths.godCompanies()
const commercialHome = paths.commercial()

type Person = Pick<SessionUser, 'role' | 'roles' | 'godAdmin' | 'permission'>

const profile: AccountLink = { label: 'Mi Perfil', to: paths.profile(), icon: User }
const myTickets: AccountLink = { label: 'Mis entradas', to: paths.clientDashboard(), icon: Ticket }
const scanner: AccountLink = { label: 'Escáner QR', to: paths.scanner(), icon: ScanLine }

function adminLink({ permission }: Person): AccountLink {
  return permission === 'legal'
    ? { label: 'Legales', to: paths.godCompanies(), icon: LayoutDashboard }
    : { label: 'God Admin', to: panelHome, icon: LayoutDashboard }
}

function isGod(person: Person): boolean {
  return person.godAdmin || person.role === 'GOD_ADMIN'
}

/** The wide menu: one link per role that the person has, in a fixed order. */
export function wideMenu(person: Person): AccountLink[] {
  const has = (role: WireRole) => person.roles.includes(role)
  return [
    ...(has('ORGANIZATOR')
      ? [{ label: 'Dashboard Organizador', to: paths.organizerEvents(), icon: LayoutDashboard }]
      : []),
    ...(has('RRPP') ? [{ label: 'Dashboard RRPP', to: paths.promoterEvents(), icon: LayoutDashboard }] : []),
    ...(has('COMERCIAL') ? [{ label: 'Dashboard Comercial', to: commercialHome, icon: LayoutDashboard }] : []),
    ...(has('SCANNER') ? [scanner] : []),
    ...(isGod(person)
      ? [adminLink(person)]
      : has('admin')
        ? [{ label: 'Administración', to: panelHome, icon: LayoutDashboard }]
        : []),
    myTickets,
    profile,
    { label: 'Inicio', to: paths.home(), icon: House },
  ]
}

const narrowLinks: Partial<Record<WireRole, AccountLink>> = {
  ORGANIZATOR: { label: 'Dashboard', to: paths.organizerEvents(), icon: LayoutDashboard },
  RRPP: { label: 'Mis Eventos', to: paths.promoterEvents(), icon: LayoutDashboard },
  COMERCIAL: { label: 'Dashboard Comercial', to: commercialHome, icon: LayoutDashboard },
  SCANNER: scanner,
  admin: { label: 'Administración', to: panelHome, icon: LayoutDashboard },
}

/** The narrow menu keys on the single role; further roles add their link. God admins get only their panel. */
export function narrowMenu(person: Person): AccountLink[] {
  if (isGod(person)) return [adminLink(person), myTickets]
  const ordered = [person.role, ...person.roles.filter((role) => role !== person.role)]
  const links = ordered.flatMap((role) => narrowLinks[role] ?? [])
  return [...links, myTickets, profile]
}

/** Where a person goes after signing in when nothing else was remembered. */
export function homeOf(person: Person): string {
  if (isGod(person)) return adminLink(person).to
  const homes: Partial<Record<WireRole, string>> = {
    SCANNER: paths.scanner(),
    RRPP: paths.promoterEvents(),
    ORGANIZATOR: paths.organizerEvents(),
    COMERCIAL: commercialHome,
    admin: panelHome,
  }
  return homes[person.role] ?? paths.home()
}

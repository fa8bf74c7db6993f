/** The frames around screens, whom they are for, and what their navigations are made of. */
import type { WireRole } from './roles.ts'

/** Whom a screen is for; god admins pass everywhere, a legal account only where it is named (rule R5.7). */
export type Admitted = WireRole | 'legal'
export type Who = 'signedIn' | readonly Admitted[]

interface AreaSpec {
  /** Of its navigation. */
  readonly name?: string
  readonly who?: Who
  /** Work screens: a sidebar, or on phones a menu. */
  readonly frame?: 'backoffice'
}

/** The frames that hold screens. A person who may not enter an area enters none of its screens. */
export const areas = {
  /** Under the public bar. */
  public: {},
  /** A person's own screens. Tickets open without a session too: the phone stores those it has shown. */
  client: { name: 'Tu cuenta' },
  organizer: { name: 'Organizador', who: ['ORGANIZATOR', 'COMERCIAL', 'admin'], frame: 'backoffice' },
  /** One event of an organizer: inside that area's frame, with a header and tabs of its own. */
  event: { name: 'Evento' },
  promoter: { name: 'RRPP', who: ['RRPP'], frame: 'backoffice' },
  commercial: { name: 'Comercial', who: ['COMERCIAL'], frame: 'backoffice' },
  god: { name: 'Administración', who: ['GOD_ADMIN', 'legal', 'admin'], frame: 'backoffice' },
  /** Without bars. */
  full: {},
} as const satisfies Record<string, AreaSpec>
export type Area = keyof typeof areas
/** Areas whose frame is the back office's. */
export type BackofficeArea = {
  [Name in Area]: (typeof areas)[Name] extends { frame: 'backoffice' } ? Name : never
}[Area]
/** The areas whose screens are inside another's frame, and pass its guard too. */
export const outerAreas: { readonly [In in Area]?: BackofficeArea } = { event: 'organizer' }

/** A screen's entry in a navigation. */
export interface NavEntry {
  readonly label: string
  /** Entries of one group are shown together under its name. */
  readonly group?: string
  readonly icon: NavIcon
}
export type NavIcon =
  | 'bank'
  | 'building'
  | 'calendar'
  | 'chart'
  | 'door'
  | 'drink'
  | 'edit'
  | 'gavel'
  | 'gift'
  | 'help'
  | 'hourglass'
  | 'percent'
  | 'person'
  | 'receipt'
  | 'refund'
  | 'summary'
  | 'team'
  | 'ticket'
  | 'trash'

/** Pages that are no module's: what they say before any script runs. */
import type { PageHead } from '#server/http/page-head.ts'
import { screens } from './screens.ts'

const notFound: PageHead = { status: 404, title: 'No encontramos esa página' }
const closed: PageHead = { status: 200, title: 'Volvemos en un rato' }

export const plainPages = { screens, notFound, closed, notBuilt: 'La web todavía no está construida.\n' } as const

/** Beginnings of addresses that search engines are asked to leave alone. */
export const hiddenFromRobots: readonly string[] = [
  '/api/',
  '/pagar/',
  '/buy-ticket',
  '/payment-',
  '/entrada/',
  '/cliente/',
  '/organizador/',
  '/god-admin/',
  '/perfil',
]

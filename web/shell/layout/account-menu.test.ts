import { expect, test } from 'vitest'
import { areas, type Who } from '#contract/api/areas.ts'
import type { ScreenName } from '#contract/platform/places.ts'
import { screenList } from '#contract/platform/screens.ts'
import { mayEnter } from '#web/shell/session/screen-access.ts'
import { person } from '#web/testing/people.ts'
import { homeOf, narrowMenu, wideMenu, type AccountLink } from './account-menu.ts'

const labels = (links: readonly AccountLink[]) => links.map(({ label }) => label)
const legal = person('GOD_ADMIN', { permission: 'legal' })
const organizerWhoSells = person('ORGANIZATOR', { roles: ['ORGANIZATOR', 'RRPP', 'CLIENT'] })

test.each([
  ['client', person('CLIENT'), ['Mis entradas', 'Mi Perfil', 'Inicio']],
  [
    'organizer who also sells',
    organizerWhoSells,
    ['Dashboard Organizador', 'Dashboard RRPP', 'Mis entradas', 'Mi Perfil', 'Inicio'],
  ],
  ['commercial', person('COMERCIAL'), ['Dashboard Comercial', 'Mis entradas', 'Mi Perfil', 'Inicio']],
  ['doorman', person('SCANNER'), ['Escáner QR', 'Mis entradas', 'Mi Perfil', 'Inicio']],
  ['god admin', person('GOD_ADMIN'), ['God Admin', 'Mis entradas', 'Mi Perfil', 'Inicio']],
  ['legal account', legal, ['Legales', 'Mis entradas', 'Mi Perfil', 'Inicio']],
])('wide menu of a %s', (_, user, expected) => {
  expect(labels(wideMenu(user))).toEqual(expected)
})

test.each([
  ['client', person('CLIENT'), ['Mis entradas', 'Mi Perfil']],
  ['organizer', person('ORGANIZATOR'), ['Dashboard', 'Mis entradas', 'Mi Perfil']],
  ['organizer who also sells', organizerWhoSells, ['Dashboard', 'Mis Eventos', 'Mis entradas', 'Mi Perfil']],
  ['promoter', person('RRPP'), ['Mis Eventos', 'Mis entradas', 'Mi Perfil']],
  ['doorman', person('SCANNER'), ['Escáner QR', 'Mis entradas', 'Mi Perfil']],
  ['commercial', person('COMERCIAL'), ['Dashboard Comercial', 'Mis entradas', 'Mi Perfil']],
  ['god admin', person('GOD_ADMIN'), ['God Admin', 'Mis entradas']],
  ['legal account', legal, ['Legales', 'Mis entradas']],
])('narrow menu of a %s', (_, user, expected) => {
  expect(labels(narrowMenu(user))).toEqual(expected)
})

/** The address of the first of these screens that is built; the plan has some that are not. */
const firstBuilt = (...names: readonly ScreenName[]) =>
  screenList.find(({ file, name }) => file !== undefined && names.includes(name as ScreenName))?.path

test('who has no screen of the plan yet lands on the next one that there is', () => {
  expect(homeOf(person('GOD_ADMIN'))).toBe(firstBuilt('godAdmin', 'godCompanies'))
  expect(homeOf(person('COMERCIAL'))).toBe(firstBuilt('commercial'))
  expect(homeOf(person('RRPP'))).toBe(firstBuilt('promoterEvents'))
})

test.each([
  [person('SCANNER'), '/organizador/qr-scanner'],
  [person('RRPP'), '/rrpp/eventos'],
  [person('ORGANIZATOR'), '/organizador/eventos'],
  [person('COMERCIAL'), '/comerciales'],
  [person('GOD_ADMIN'), '/god-admin/companies'],
  [person('admin'), '/god-admin/companies'],
  [legal, '/god-admin/companies'],
  [person('CLIENT'), '/'],
])('the place after signing in', (user, path) => {
  expect(homeOf(user)).toBe(path)
  // It exists, for this person.
  const screen = screenList.find((each) => each.path === path)
  expect(screen?.file).toBeTruthy()
  const area: { readonly who?: Who } = screen ? areas[screen.area] : {}
  for (const who of [screen?.who, area.who]) {
    if (who !== undefined && who !== 'signedIn') expect(mayEnter(user, who)).toBe(true)
  }
})

import { expect, test } from 'vitest'
import type { WireRole } from '#contract/api/roles.ts'
import { person } from '#web/testing/people.ts'
import { isClosed } from './maintenance.ts'

/** A page as the server writes it, with the flag on or off. */
function page(isOn: boolean): Document {
  const head = isOn ? '<meta name="maintenance" content="on" />' : ''
  return new DOMParser().parseFromString(`<html><head>${head}</head></html>`, 'text/html')
}

test.each<[string, WireRole | null, boolean]>([
  ['/', null, true],
  ['/evento/12', 'CLIENT', true],
  ['/organizador/eventos', 'ORGANIZATOR', true],
  ['/login', null, true],
  ['/admin-login', null, false],
  ['/god-admin/users', 'GOD_ADMIN', false],
  ['/god-admin/users', 'admin', false],
  ['/entrada/abc', null, false],
  ['/cliente/dashboard', 'CLIENT', false],
  ['/organizador/qr-scanner', 'SCANNER', false],
])('while the flag is on %s is closed to %s: %s', (pathname, role, closed) => {
  const user = role ? person(role) : undefined
  expect(isClosed(pathname, user, page(true))).toBe(closed)
  expect(isClosed(pathname, user, page(false))).toBe(false)
})

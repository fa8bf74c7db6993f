import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { expireSession, signIn } from '#web/api/session.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { BackofficeLayout } from './BackofficeLayout.tsx'

afterEach(expireSession)

const linksOf = async (answer: ReturnType<typeof loginAnswer>) => {
  await signIn(answer)
  await renderScreen([{ path: '/', element: <BackofficeLayout area="organizer" /> }], '/')
  const nav = screen.getByRole('navigation', { name: 'Organizador' })
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

test('the sidebar leads nobody to a screen that is not theirs', async () => {
  expect(await linksOf(loginAnswer('COMERCIAL'))).toEqual(['Eventos'])
})

test.each([
  ['ORGANIZATOR', ['Eventos', 'Usuarios', 'Escáner QR']],
  ['admin', ['Eventos', 'Usuarios']],
  ['GOD_ADMIN', ['Eventos', 'Usuarios', 'Escáner QR']],
] as const)('what %s finds there', async (role, links) => {
  expect(await linksOf(loginAnswer(role))).toEqual(links)
})

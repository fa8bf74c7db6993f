import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'

test('an organizer searches the help, reads a page and comes back to all of it', async () => {
  const { user, router } = await openScreen(paths.help(), { as: 'ORGANIZATOR' })
  await user.type(await screen.findByRole('searchbox', { name: 'Buscar en la ayuda' }), 'xyzzy')
  expect(await screen.findByText('No encontramos eso')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ver todo' }))
  await user.click(await screen.findByRole('link', { name: 'Devolver plata' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Devolver plata' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Toda la ayuda' }))
  expect(router.state.location.pathname).toBe(paths.help())
})

test('a screen of the back office leads to the page about it', async () => {
  await openScreen(paths.organizerEvents(), {
    as: 'ORGANIZATOR',
    answers: { 'GET /api/v1/event/dashboard': page('events', []) },
  })
  const [link] = await screen.findAllByRole('link', { name: 'Ayuda de esta pantalla' })
  expect(link?.getAttribute('href')).toBe(paths.helpTopic('empezar'))
})

test('a page that does not exist is not found', async () => {
  await openScreen(paths.helpTopic('nada'), { as: 'SCANNER' })
  expect(await screen.findByText('Error 404')).toBeTruthy()
})

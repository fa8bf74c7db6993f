import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventPage } from '#web/testing/events.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'

const read = 'GET /api/v1/company/club-central/events'
const company = {
  id: '01990000-0000-7000-8000-0000000000c0',
  name: 'Club Central',
  slug: 'club-central',
  imagen: null,
  cover: null,
  descripcion: 'Noches de Rosario.',
  networks: { instagram: 'club.central', facebook: '', tiktok: '', x: '', website: 'https://clubcentral.com.ar/' },
  totalActiveEvents: 1,
}
const answer = (events: readonly object[]) => ({ company, ...page('events', events) })
const open = (answers: Answers, search = '') => openScreen(`/organizacion/club-central${search}`, { answers })

test('a company shows who it is and what it has on, and by tabs what it had', async () => {
  const { user, router, sent } = await open({
    [read]: ({ query }) => answer(query.get('state') === 'active' ? [eventPage({ name: 'Fiesta Lunar Rosario' })] : []),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Club Central' })).toBeTruthy()
  expect(screen.getByText('Noches de Rosario.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Fiesta Lunar Rosario' })).toBeTruthy()
  await waitFor(() => expect(document.title).toContain('Club Central'))
  await user.click(screen.getByRole('tab', { name: 'Finalizados' }))
  expect(await screen.findByText('Todavía no pasó ninguno de sus eventos')).toBeTruthy()
  expect(router.state.location.search).toBe('?estado=success')
  expect(sent.map(({ query }) => query.get('state'))).toEqual(expect.arrayContaining(['active', 'success']))
})

test('it shows where else it is, by links that leave for its networks', async () => {
  await open({ [read]: answer([]) })
  const link = await screen.findByRole('link', { name: 'Instagram' })
  expect(link.getAttribute('href')).toBe('https://www.instagram.com/club.central')
  expect(link.getAttribute('rel')).toContain('noopener')
  expect(screen.getByRole('link', { name: 'clubcentral.com.ar' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'TikTok' })).toBeNull()
})

test('an address that it had before shows the present one, and reads nothing again', async () => {
  const { sent } = await open({ [read]: { ...answer([]), company: { ...company, slug: 'club-nuevo' } } })
  await screen.findByRole('heading', { level: 1, name: 'Club Central' })
  await waitFor(() => expect(globalThis.location.pathname).toBe('/organizacion/club-nuevo'))
  expect(sent.filter(({ path }) => path.endsWith('/events'))).toHaveLength(1)
})

test('without a picture it shows the first letter whole', async () => {
  await open({ [read]: { ...answer([]), company: { ...company, name: '🎪 Carpa' } } })
  const name = await screen.findByRole('heading', { level: 1, name: '🎪 Carpa' })
  expect(name.closest('header')?.querySelector('[aria-hidden]')?.textContent).toBe('🎪')
})

test('an address may say which of them', async () => {
  await open({ [read]: answer([]) }, '?estado=cancelled')
  expect(await screen.findByText('No canceló ningún evento')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Cancelados' }).getAttribute('aria-selected')).toBe('true')
})

test('an address of no company says so', async () => {
  await open({ [read]: () => json(404, { code: 'company_not_found', message: 'No encontramos esa organización' }) })
  expect(await screen.findByRole('heading', { level: 1, name: /No encontramos/ })).toBeTruthy()
})

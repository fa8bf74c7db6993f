import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, expireSession, signIn } from '#web/api/session.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { storedPurchases } from '#web/features/checkout/stored-purchases.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { takeRedirect } from '../session/redirect-after-login.ts'
import { TopBar } from './TopBar.tsx'

afterEach(() => {
  localStorage.clear()
  expireSession()
  vi.unstubAllGlobals()
})

const open = (address: string) => renderScreen([{ path: '*', Component: TopBar }], address)

test('the landing offers its sections, other pages do not', async () => {
  await open('/')
  const sections = screen.getByRole('navigation', { name: 'Secciones' })
  expect(
    within(sections)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Inicio', '¿Qué es Previa?', '¿Qué Ofrecemos?', 'Contacto'])
})

test('the bar gets its background past 100 px, and marks the section within 200', async () => {
  await open('/')
  const tops = new Map([
    ['inicio', 0],
    ['que-es', 900],
    ['que-ofrecemos', 1800],
    ['contacto', 2700],
  ])
  let scrolled = 0
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000)
  for (const [id, top] of tops) {
    const section = document.body.appendChild(document.createElement('section'))
    section.id = id
    section.getBoundingClientRect = () => new DOMRect(0, top - scrolled, 100, 100)
  }
  const bar = screen.getByRole('banner')
  const current = () =>
    screen.getByRole('navigation', { name: 'Secciones' }).querySelector('[aria-current]')?.textContent
  const scrollTo = async (place: number) => {
    scrolled = place
    await act(async () => {
      window.dispatchEvent(new Event('scroll'))
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
  }
  await scrollTo(100)
  expect(bar.className).toContain('bg-transparent')
  await scrollTo(101)
  expect(bar.className).toContain('bg-tinta')
  expect(current()).toBe('Inicio')
  await scrollTo(700)
  expect(current()).toBe('¿Qué es Previa?')

  const goTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  await userEvent.click(screen.getByRole('link', { name: '¿Qué Ofrecemos?' }))
  expect(goTo).toHaveBeenCalledWith(expect.objectContaining({ top: 1800 - 80 }))
  expect(document.activeElement?.id).toBe('que-ofrecemos')
  for (const id of tops.keys()) document.getElementById(id)?.remove()
})

test('inner pages keep the logo and the account', async () => {
  await open('/eventos')
  expect(screen.queryByRole('navigation', { name: 'Secciones' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Previa, inicio' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Crear Cuenta' }).getAttribute('href')).toBe('/register')
  expect(screen.getByRole('link', { name: 'Ingresar' }).getAttribute('href')).toBe('/login')
})

test.each(['/login', '/register', '/forgot-password'])('on %s nothing of the account is offered', async (path) => {
  await open(path)
  expect(screen.queryByRole('link', { name: 'Ingresar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Tu cuenta' })).toBeNull()
})

test('going to sign in remembers an inner page, and not the landing', async () => {
  const router = await open('/evento/12?rrpp=LAUTI')
  await userEvent.click(screen.getByRole('link', { name: 'Ingresar' }))
  expect(router.state.location.pathname).toBe('/login')
  expect(takeRedirect()).toBe('/evento/12?rrpp=LAUTI')
})

test('a visitor’s menu leads to what was bought on this device without a session', async () => {
  const publicId = 'b3h0S2pfG3VEyylNXYPldg'
  storedPurchases.write({ publicId, eventName: 'Fiesta Lunar', startDate: null })
  await open('/eventos')
  await userEvent.click(screen.getByRole('button', { name: 'Tu cuenta' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Entradas · Fiesta Lunar', `/compra/${publicId}`],
    ['Ingresar', '/login'],
    ['Crear Cuenta', '/register'],
  ])
  await userEvent.keyboard('{Escape}')
  // With room for the ways in, it has its own.
  await userEvent.click(screen.getByRole('button', { name: 'Tus entradas en este dispositivo' }))
  const [only, ...others] = await screen.findAllByRole('menuitem')
  expect([only?.getAttribute('href'), others]).toEqual([`/compra/${publicId}`, []])
})

test('the person’s menu leads to their places and out', async () => {
  fakeServer({ 'POST /api/v1/logout': () => new Response(null, { status: 204 }) })
  await signIn(loginAnswer('ORGANIZATOR'))
  const router = await open('/eventos')
  const [wide] = await screen.findAllByRole('button', { name: 'Menú de tu cuenta' }, { timeout: 5000 })
  if (!wide) throw new Error('no menu')
  await userEvent.click(wide)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Dashboard Organizador',
    'Mis entradas',
    'Mi Perfil',
    'Inicio',
    'Cerrar Sesión',
  ])

  await userEvent.click(screen.getByRole('menuitem', { name: 'Cerrar Sesión' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(currentSession()).toBeNull()
})

test('the bar shows the person’s picture, or their letter when it fails to load', async () => {
  const urlProfileImgId = 'ab'.repeat(32)
  await signIn(loginAnswer('CLIENT', { urlProfileImgId }))
  await open('/eventos')
  const [wide] = await screen.findAllByRole('button', { name: 'Menú de tu cuenta' }, { timeout: 5000 })
  const picture = wide?.querySelector('img')
  if (!wide || !picture) throw new Error('no picture')
  expect(picture.getAttribute('src')).toBe(`/media/${urlProfileImgId}-320.webp`)
  fireEvent.error(picture)
  expect(wide.querySelector('img')).toBeNull()
  expect(wide.textContent).toBe('c')
})

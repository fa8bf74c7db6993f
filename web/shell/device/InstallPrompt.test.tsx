import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { listenForInstallOffer } from '#web/lib/install-app.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { InstallPrompt } from './InstallPrompt.tsx'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  listenForInstallOffer()
})

const open = () => renderScreen([{ path: '/', element: <InstallPrompt /> }], '/')
const card = () => screen.queryByRole('complementary', { name: 'Instalar Previa' })

/** As the browser makes its offer; gives what was asked of it. */
function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(() => Promise.resolve({ outcome }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return { prompt, event }
}

test('without an offer of the browser nothing is shown; with one, its own bar is held back', async () => {
  await open()
  expect(card()).toBeNull()
  const { event, prompt } = offer('accepted')
  expect(event.defaultPrevented).toBe(true)
  expect(prompt).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Instalar' }))
  await waitFor(() => expect(card()).toBeNull())
  expect(prompt).toHaveBeenCalledOnce()
})

test('a no hides it, and is remembered', async () => {
  await open()
  offer('dismissed')
  fireEvent.click(screen.getByRole('button', { name: 'Ahora no' }))
  expect(card()).toBeNull()
  expect(Number(localStorage.getItem('instalar_despues'))).toBeGreaterThan(0)
})

test('an iPhone says once that the tickets last on the home screen', async () => {
  Object.defineProperty(navigator, 'userAgent', {
    value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
    configurable: true,
  })
  await open()
  expect(screen.getByText('En tu pantalla de inicio, tus entradas no se borran')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Entendido' }))
  expect(card()).toBeNull()
  cleanup()
  await open()
  expect(card()).toBeNull()
})

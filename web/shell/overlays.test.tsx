import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expireSession } from '#web/api/session.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { alert } from './alert.ts'
import { AlertHost } from './AlertHost.tsx'
import { AppBanner } from './AppBanner.tsx'
import { ImpersonationNotice } from './ImpersonationNotice.tsx'
import { takeRedirect } from './redirect-after-login.ts'
import { SessionExpiredModal } from './SessionExpiredModal.tsx'

beforeEach(() => alert.close())
afterEach(() => {
  expireSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an expired session opens the modal with its texts and leads to sign in and back', async () => {
  const router = await renderScreen([{ path: '*', Component: SessionExpiredModal }], '/cliente/dashboard?p=2')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(
    () =>
      void window.dispatchEvent(
        new CustomEvent('sessionExpired', { detail: { title: 'Acceso Denegado', message: 'No tenés permiso' } }),
      ),
  )
  expect(screen.getByRole('alertdialog', { name: 'Acceso Denegado' }).textContent).toContain('No tenés permiso')
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar Sesión' }))
  expect(router.state.location.pathname).toBe('/login')
  expect(takeRedirect()).toBe('/cliente/dashboard?p=2')
})

test('an event without detail uses the default texts', async () => {
  await renderScreen([{ path: '*', Component: SessionExpiredModal }], '/')
  act(() => void window.dispatchEvent(new Event('sessionExpired')))
  expect(screen.getByRole('alertdialog', { name: 'Sesión Expirada' }).textContent).toContain(
    'Tu sesión expiró, vuelve a iniciar',
  )
})

test('an alert closes by its button', async () => {
  await renderScreen([{ path: '*', Component: AlertHost }], '/')
  act(() => alert.warning('Ojo', 'Quedan pocas'))
  expect(screen.getByRole('alertdialog', { name: 'Ojo' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Entendido' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('an alert that may closes by itself', async () => {
  await renderScreen([{ path: '*', Component: AlertHost }], '/')
  vi.useFakeTimers()
  act(() => alert.success('Listo', 'Se guardó', { autoClose: true }))
  act(() => void vi.advanceTimersByTime(4999))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a support session is told, with a name or without, and can be hidden', async () => {
  sessionStorage.setItem('isImpersonated', 'true')
  await renderScreen([{ path: '*', Component: ImpersonationNotice }], '/')
  expect(screen.getByRole('heading', { name: 'Sesión de Soporte Técnico' })).toBeTruthy()
  expect(screen.getByText('Estás actuando como Usuario')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar el aviso en esta página' }))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('leaving a support session erases its keys and reloads the users’ screen', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  sessionStorage.setItem('isImpersonated', 'true')
  sessionStorage.setItem('impersonatedUserName', 'Tomás')
  const router = await renderScreen([{ path: '*', Component: ImpersonationNotice }], '/')
  await userEvent.click(screen.getByRole('button', { name: 'Salir de Impersonación' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(router.state.location.pathname).toBe('/god-admin/users')
  expect(sessionStorage.length).toBe(0)
})

test('the app is offered on phones until it is closed', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  await renderScreen([{ path: '*', Component: AppBanner }], '/')
  expect(screen.getByText('Descargá Previa y Accedé en la app para conocer más!')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('target')).toBe('_blank')
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(sessionStorage.getItem('appBannerDismissed')).toBe('true')
})

import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { eventCard } from '#contract/events/event-schemas.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { announceSessionEnd } from '#web/api/session-end.ts'
import { eventPage } from '#web/testing/events.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { alert } from '../notices/alert.ts'
import { AlertHost } from '../notices/AlertHost.tsx'
import { AppBanner } from '../device/AppBanner.tsx'
import { chunk } from '../failures/chunk.ts'
import { ImpersonationNotice } from '../notices/ImpersonationNotice.tsx'
import { NotFoundScreen } from '../failures/NotFoundScreen.tsx'
import { OfflineNotice } from '../notices/OfflineNotice.tsx'
import { takeRedirect } from '../session/redirect-after-login.ts'
import { AlertWhenOpen, SessionExpiredWhenTold } from '../notices/LazyOverlays.tsx'
import { SessionExpiredModal } from '../session/SessionExpiredModal.tsx'
import { ChunkSplash } from './Splash.tsx'

const event = eventPage()

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

test('a session end before the first render is not lost', async () => {
  announceSessionEnd({ status: 401 })
  await renderScreen([{ path: '*', Component: SessionExpiredWhenTold }], '/')
  expect(await screen.findByRole('alertdialog', { name: 'Sesión Expirada' })).toBeTruthy()
})

test('the modal loads at the first session end, which is not lost, and gets the next ones', async () => {
  await renderScreen([{ path: '*', Component: SessionExpiredWhenTold }], '/')
  const detail = { title: 'Acceso Denegado', message: 'No tenés permiso' }
  act(() => void window.dispatchEvent(new CustomEvent('sessionExpired', { detail })))
  expect((await screen.findByRole('alertdialog', { name: 'Acceso Denegado' })).textContent).toContain('No tenés')
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  act(() => void window.dispatchEvent(new Event('sessionExpired')))
  expect(screen.getByRole('alertdialog', { name: 'Sesión Expirada' })).toBeTruthy()
})

test('an alert brings what draws it', async () => {
  await renderScreen([{ path: '*', Component: AlertWhenOpen }], '/')
  act(() => alert.info('Título', 'Lo que pasó'))
  expect(await screen.findByRole('alertdialog', { name: 'Título' })).toBeTruthy()
})

test('what ended the session is not talked over by the calls that fail after it', async () => {
  await renderScreen([{ path: '*', Component: SessionExpiredModal }], '/')
  const detail = { title: 'Acceso Denegado', message: 'No tenés permiso' }
  act(() => void window.dispatchEvent(new CustomEvent('sessionExpired', { detail })))
  act(() => void window.dispatchEvent(new Event('sessionExpired')))
  expect(screen.getByRole('alertdialog', { name: 'Acceso Denegado' })).toBeTruthy()
})

test('an event without detail uses the default texts', async () => {
  await renderScreen([{ path: '*', Component: SessionExpiredModal }], '/')
  act(() => void window.dispatchEvent(new Event('sessionExpired')))
  expect(screen.getByRole('alertdialog', { name: 'Sesión Expirada' }).textContent).toContain(
    'Tu sesión expiró, vuelve a iniciar',
  )
})

test('the modal can be dismissed, and goes when the person signed in again elsewhere', async () => {
  await renderScreen([{ path: '*', Component: SessionExpiredModal }], '/')
  act(() => void window.dispatchEvent(new Event('sessionExpired')))
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(() => void window.dispatchEvent(new Event('sessionExpired')))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  await act(() => signIn(loginAnswer()))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('signing in from the modal over the sign-in screen does not come back to it', async () => {
  await renderScreen([{ path: '*', Component: SessionExpiredModal }], '/login')
  act(() => void window.dispatchEvent(new Event('sessionExpired')))
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar Sesión' }))
  expect(takeRedirect()).toBeNull()
})

test.each(['error', 'success', 'warning', 'info'] as const)('an alert of type %s is read out whole', async (type) => {
  await renderScreen([{ path: '*', Component: AlertHost }], '/')
  act(() => alert[type]('Título', 'Lo que pasó'))
  expect(alert.current()).toMatchObject({ isOpen: true, type, autoClose: false, autoCloseDelay: 5000 })
  const dialog = screen.getByRole('alertdialog', { name: 'Título' })
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Lo que pasó')
  expect(document.activeElement?.textContent).toBe('Entendido')
})

test('an alert closes by the backdrop and by Escape', async () => {
  await renderScreen([{ path: '*', Component: AlertHost }], '/')
  act(() => alert.info('Uno', 'Dos'))
  const dialog = screen.getByRole('alertdialog')
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(() => alert.info('Uno', 'Dos'))
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
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

test('the pointer or the focus in an alert pauses its timer', async () => {
  await renderScreen([{ path: '*', Component: AlertHost }], '/')
  vi.useFakeTimers()
  act(() => alert.success('Listo', 'Se guardó', { autoClose: true, autoCloseDelay: 1000 }))
  const bar = () => document.querySelector<HTMLElement>('.countdown')
  expect(bar()?.style).toMatchObject({ animationDuration: '1000ms', animationPlayState: 'running' })
  act(() => void vi.advanceTimersByTime(600))

  const words = screen.getByText('Se guardó')
  fireEvent.pointerEnter(words)
  expect(bar()?.style.animationPlayState).toBe('paused')
  act(() => void vi.advanceTimersByTime(60_000))
  fireEvent.pointerLeave(words)
  act(() => void vi.advanceTimersByTime(300))

  act(() => screen.getByRole('button', { name: 'Entendido' }).focus())
  expect(bar()?.style.animationPlayState).toBe('paused')
  act(() => void vi.advanceTimersByTime(60_000))
  act(() => screen.getByRole('button', { name: 'Entendido' }).blur())
  act(() => void vi.advanceTimersByTime(99))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the next alert has its whole time', async () => {
  await renderScreen([{ path: '*', Component: AlertHost }], '/')
  vi.useFakeTimers()
  act(() => alert.success('Uno', 'Primero', { autoClose: true }))
  fireEvent.pointerEnter(screen.getByText('Primero'))
  act(() => alert.close())
  act(() => alert.success('Dos', 'Segundo', { autoClose: true }))
  act(() => void vi.advanceTimersByTime(4999))
  expect(screen.getByRole('alertdialog', { name: 'Dos' })).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a support session shows a notice, with a name or without, which can be hidden', async () => {
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

test('leaving a support session ends it on the server too', async () => {
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  const sent = fakeServer({ 'POST /api/v1/logout': () => new Response(null, { status: 204 }) })
  sessionStorage.setItem('isImpersonated', 'true')
  await signIn(loginAnswer())
  await renderScreen([{ path: '*', Component: ImpersonationNotice }], '/')
  await userEvent.click(screen.getByRole('button', { name: 'Salir de Impersonación' }))
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/v1/logout']))
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-of-camila')
  expect(localStorage.getItem('auth_token')).toBeNull()
  await vi.waitFor(() => expect(window.location.reload).toHaveBeenCalled())
})

test.each([
  [paths.home(), undefined, true],
  [paths.events(), undefined, true],
  [paths.event(event.id), undefined, false],
  [paths.buyTicket(event.id), undefined, false],
  [paths.clientDashboard(), 'CLIENT', false],
  [paths.login(), undefined, false],
  [paths.promoterEvents(), 'RRPP', false],
] as const)(
  'on a phone the app is offered where events are listed and nowhere else: %s',
  async (path, as, isOffered) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16)')
    const events = page('events', [eventCard.parse(event)])
    await openScreen(path, {
      ...(as && { as }),
      answers: {
        'GET /api/v1/event/home': { year: 2026, month: 11, eventsCloseToDate: events, calendar: [] },
        'GET /api/v1/event/preview': { ...events, filters: { categories: [], cities: [] } },
        [`GET /api/v1/event/single-page/${event.id}`]: event,
      },
    })
    await screen.findAllByRole('heading', { level: 1 })
    if (isOffered) expect(await screen.findByRole('complementary', { name: 'App móvil' })).toBeTruthy()
    else expect(screen.queryByRole('complementary', { name: 'App móvil' })).toBeNull()
  },
)

test('the offline notice shows for as long as the network is missing', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  await renderScreen([{ path: '*', Component: OfflineNotice }], '/')
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  online.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(region.textContent).toContain('Sin conexión')
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(region.textContent).toBe('')
})

test('the splash appears for a screen that takes longer than a blink', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await renderScreen([{ path: '*', Component: ChunkSplash }], '/')
  const slow = Promise.withResolvers<object>()
  let loading: Promise<object> = slow.promise
  act(() => void (loading = chunk(() => slow.promise)()))
  act(() => void vi.advanceTimersByTime(249))
  expect(screen.queryByText('Cargando...')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('status').textContent).toContain('Cargando...')
  await act(async () => {
    slow.resolve({})
    await loading
  })
  expect(screen.queryByText('Cargando...')).toBeNull()
})

test('any other path says that there is nothing, and leads on', async () => {
  await renderScreen([{ path: '*', Component: NotFoundScreen }], '/nada-de-esto')
  expect(screen.getByRole('heading', { name: 'No encontramos esta página' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir al inicio' }).getAttribute('href')).toBe('/')
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

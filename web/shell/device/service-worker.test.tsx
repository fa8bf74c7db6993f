import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#web/testing/render-screen.tsx'

class Worker extends EventTarget {
  state = 'installing'
  sent: unknown[] = []
  postMessage(message: unknown) {
    this.sent.push(message)
  }
  becomes(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** A browser's side of it: what there is of a page's worker, and its change events. */
class Registration extends EventTarget {
  waiting: Worker | null = null
  installing: Worker | null = null
  update = vi.fn(async () => undefined)
  finds(worker: Worker) {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}
class Container extends EventTarget {
  controller: object | null = {}
}

let container: Container
let registration: Registration
const loadParts = async () => ({
  ...(await import('./service-worker.ts')),
  ...(await import('../notices/VersionNotice.tsx')),
})
let shell: Awaited<ReturnType<typeof loadParts>>

beforeEach(async () => {
  vi.resetModules()
  shell = await loadParts()
  container = new Container()
  registration = new Registration()
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
})
afterEach(() => void vi.useRealTimers())

const follow = () =>
  // The parts of the browser's interfaces that are used.
  shell.followVersions(
    container as unknown as ServiceWorkerContainer,
    registration as unknown as ServiceWorkerRegistration,
  )
const open = (address: string) => renderScreen([{ path: '*', Component: shell.VersionNotice }], address)
const offered = () => screen.queryByText('Hay una versión nueva') !== null

test('a newer version is offered when it is whole, and begins only when the person says so', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  follow()
  await open('/')
  const worker = new Worker()
  act(() => registration.finds(worker))
  expect(offered()).toBe(false)
  act(() => worker.becomes('installed'))
  expect(offered()).toBe(true)
  expect(worker.sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(worker.sent).toEqual([{ type: 'SKIP_WAITING' }])
  expect(reload).not.toHaveBeenCalled()
  act(() => void container.dispatchEvent(new Event('controllerchange')))
  expect(reload).toHaveBeenCalledOnce()
})

test('the first worker of a browser is no new version', async () => {
  container.controller = null
  follow()
  await open('/')
  const worker = new Worker()
  act(() => registration.finds(worker))
  act(() => worker.becomes('installed'))
  act(() => void container.dispatchEvent(new Event('controllerchange')))
  expect(offered()).toBe(false)
})

test('a version that another tab let begin is offered here, not forced', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  follow()
  await open('/eventos')
  act(() => void container.dispatchEvent(new Event('controllerchange')))
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  '/buy-ticket?eventId=1',
  '/buy-ticket/success',
  '/payment-pending',
  '/organizador/qr-scanner',
  '/entrada/x',
])('no question during a purchase or a scan: %s', async (address) => {
  // A fake replaces the waiting worker.
  registration.waiting = new Worker()
  follow()
  await open(address)
  expect(offered()).toBe(false)
})

test('an old tab reloads at its next screen, unless it is a purchase or has unsaved input', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  follow()
  const router = await open('/eventos')
  const goTo = (address: string) => act(() => router.navigate(address))
  await goTo('/evento/1')
  act(() => void container.dispatchEvent(new Event('controllerchange')))
  await goTo('/evento/1?rrpp=LAUTI')
  await goTo('/buy-ticket?eventId=1')
  expect(reload).not.toHaveBeenCalled()
  const ask = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  await goTo('/organizador/eventos/nuevo')
  expect(reload).not.toHaveBeenCalled()
  window.removeEventListener('beforeunload', ask)
  // A picture that a form holds in memory alone would be gone with the page.
  const { draftOf } = await import('#web/features/forms/draft.ts')
  const draft = draftOf('con foto', { name: '', photo: null as File | null })
  draft.keep({ name: 'Una fiesta', photo: new File(['x'], 'foto.png') })
  await goTo('/')
  expect(reload).not.toHaveBeenCalled()
  draft.clear()
  await goTo('/eventos')
  expect(reload).toHaveBeenCalledOnce()
})

test('it can be put off', async () => {
  registration.waiting = new Worker()
  follow()
  await open('/')
  await userEvent.click(screen.getByRole('button', { name: 'Ahora no' }))
  expect(offered()).toBe(false)
})

test('a page that is looked at again after an hour asks for a new version', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  follow()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(registration.update).not.toHaveBeenCalled()
  now.mockReturnValue(60 * 60 * 1000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(registration.update).toHaveBeenCalledOnce()
})

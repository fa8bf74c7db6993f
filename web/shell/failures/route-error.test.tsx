import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

/** What the screens of this test throw while they are broken. */
const broken = vi.hoisted((): { by: Error | null } => ({ by: null }))
const Component = vi.hoisted(() => () => {
  if (broken.by !== null) throw broken.by
  return 'Todo en orden'
})
vi.mock('#web/areas/public/events/EventsScreen.tsx', () => ({ Component }))
vi.mock('#web/areas/buyer/SupportScreen.tsx', () => ({ Component }))
vi.mock('#web/areas/organizer/events/EventsScreen.tsx', () => ({ Component }))
vi.mock('#web/areas/admin/DeletionsScreen.tsx', () => ({ Component }))
vi.mock('#web/areas/scanner/ScannerScreen.tsx', () => ({ Component }))

const REPORT = '/api/v1/client-error'
const answers = { [`POST ${REPORT}`]: undefined }
let serial = 0

// React says on the console what it could not draw, as it should.
let complaints: MockInstance
beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  broken.by = null
  complaints.mockClear()
})

function failure(message = `The screen is broken, ${(serial += 1)}`): Error {
  const error = new TypeError(message)
  error.stack = `TypeError: ${message}
    at draw (https://previa.example/assets/EventsScreen-D1.js:12:345)
    at https://previa.example/assets/index-E2.js?v=3:1:2
    at chrome-extension://abc/inject.js:9:9`
  return error
}

// First, because a page load reports few failures.
test('it is reported once: its place in our files and its screen, without personal data', async () => {
  broken.by = failure('No seat for camila@previa.example, +54 9 341 555-0101')
  const { sent, router } = await openScreen(`${paths.organizerEvents()}?buscar=camila`, { as: 'ORGANIZATOR', answers })
  const reports = () => sent.filter(({ path }) => path === REPORT)
  await waitFor(() => expect(reports()).toHaveLength(1))
  await router.revalidate()
  const [report] = reports()
  expect(report?.headers.get('authorization')).toBeNull()
  expect(report?.body).toEqual({
    kind: 'screen',
    message: 'TypeError: No seat for [mail] [number]',
    screen: '/organizador/eventos',
    build: '',
    frames: ['assets/EventsScreen-D1.js:12:345', 'assets/index-E2.js:1:2'],
  })
  expect(reports()).toHaveLength(1)
})

test.each([
  [paths.events(), undefined, 'banner'],
  [paths.clientSupport(), 'CLIENT', 'navigation'],
  [paths.organizerEvents(), 'ORGANIZATOR', 'navigation'],
  [paths.godDeletions(), 'GOD_ADMIN', 'navigation'],
  [paths.scanner(), 'SCANNER', 'banner'],
] as const)(
  '%s: a screen that fails says so, keeps the frame around it, and can be tried again',
  async (path, as, frame) => {
    broken.by = failure()
    const { user } = await openScreen(path, { ...(as && { as }), answers })
    expect(await screen.findByRole('heading', { level: 1, name: 'Algo salió mal' })).toBeTruthy()
    expect(screen.getAllByRole('main')).toHaveLength(1)
    expect(screen.getAllByRole(frame).length).toBeGreaterThan(0)
    broken.by = null
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Todo en orden')).toBeTruthy()
  },
)

test('the frame around every screen may fail too: it shows a message and a way on', async () => {
  // What floats over every page asks the browser this.
  const network = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => {
    throw new Error('The notices are broken')
  })
  const { user } = await openScreen(paths.terms(), { answers })
  expect(await screen.findByRole('heading', { level: 1, name: 'Algo salió mal' })).toBeTruthy()
  network.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('heading', { level: 1, name: /Términos y condiciones/ })).toBeTruthy()
})

test('a server refusal is not reported: its own log has it', async () => {
  broken.by = Object.assign(new Error('Not there'), { status: 404 })
  const { sent } = await openScreen(paths.events(), { answers })
  expect(await screen.findByRole('heading', { level: 1, name: 'No encontramos esta página' })).toBeTruthy()
  expect(sent.filter(({ path }) => path === REPORT)).toEqual([])
})

test('what god admins alone may open says so to others', async () => {
  await openScreen(paths.godMassRefund(), { as: 'admin', answers })
  expect(
    await screen.findByText('Acceso denegado. Solo el administrador autorizado puede realizar esta acción.'),
  ).toBeTruthy()
})

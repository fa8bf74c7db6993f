import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { CAMILA, made, camila, GENERATE, SEARCH, open, bodies } from '#web/testing/promoter-tickets.ts'

vi.setConfig({ testTimeout: 30_000 })

test('a pasted list becomes rows; each keeps its result, what is missing is completed, and nothing is sent twice', async () => {
  let calls = 0
  const { user, sent } = await open(
    {
      [GENERATE]: () => {
        calls += 1
        if (calls === 2) return json(503, { code: 'busy', message: 'Hay mucha gente' })
        if (calls === 4) return json(409, { code: 'courtesy_taken', message: 'Ya existe una entrada de tipo Lista' })
        return json(201, made())
      },
    },
    '?generar=cortesia',
  )
  await user.click(await screen.findByRole('button', { name: 'Pegar una lista' }))
  const lines = [
    'Ana Paz 341 555-0201 ana@previa.example',
    'Bea Ruiz 341 555-0202 bea@previa.example',
    'Caro Sosa 341 555-0203',
    'Dani Gil 341 555-0204 dani@previa.example',
  ]
  await user.click(screen.getByLabelText('Una persona por línea'))
  await user.paste(lines.join('\n'))
  await user.click(screen.getByRole('button', { name: 'Revisar 4 personas' }))
  expect(rows()).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 4 cortesías' }))
  expect(await screen.findByText('Hay mucha gente')).toBeTruthy()
  expect(rows()[0]?.textContent).toContain('Enviada')
  expect(rows()[1]?.textContent).toContain('Por enviar')
  await user.click(screen.getByRole('button', { name: 'Seguir con 3 cortesías' }))
  expect(await screen.findByText('Faltan datos del usuario')).toBeTruthy()
  await waitFor(() => expect(rows()[3]?.textContent).toContain('Ya existe una entrada de tipo Lista'))
  const keys = sent
    .filter(({ method, path }) => method === 'POST' && path.includes('generate'))
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).toBe(keys[2])
  expect(new Set(keys).size).toBe(3)
  const missing = within(rows()[2] as HTMLElement)
  await user.type(missing.getByLabelText('Email'), 'caro@previa.example')
  await user.click(missing.getByRole('button', { name: 'Guardar' }))
  await user.click(screen.getByRole('button', { name: 'Seguir con 1 cortesía' }))
  await waitFor(() => expect(rows()[2]?.textContent).toContain('Enviada'))
  expect(bodies(sent).map((body) => (body as { userName: string }).userName)).toEqual([
    'Ana Paz',
    'Bea Ruiz',
    'Bea Ruiz',
    'Dani Gil',
    'Caro Sosa',
  ])
})

const rows = () => within(screen.getByRole('list', { name: 'Personas de la lista' })).getAllByRole('listitem')
const row = (n: number) => within(rows()[n] as HTMLElement)
async function review(lines: readonly string[], answers: Answers = {}) {
  const opened = await open(answers, '?generar=cortesia')
  await opened.user.click(await screen.findByRole('button', { name: 'Pegar una lista' }))
  await opened.user.click(screen.getByLabelText('Una persona por línea'))
  await opened.user.paste(lines.join('\n'))
  await opened.user.click(screen.getByRole('button', { name: `Revisar ${lines.length} personas` }))
  return opened
}
const ANA = 'Ana Paz 341 555-0201 ana@previa.example'
const BEA = 'Bea Ruiz 341 555-0202 bea@previa.example'
const CARO = 'Caro Sosa 341 555-0203 caro@previa.example'

test('a change stays with its person when one above is removed, and nothing is sent until it is saved or cancelled', async () => {
  const { user, sent } = await review([ANA, BEA, CARO])
  await user.click(screen.getByRole('button', { name: 'Cambiar a Bea Ruiz' }))
  await user.type(row(1).getByLabelText('Nombre y apellido'), ' Díaz')
  expect(screen.getByRole('button', { name: 'Dar y enviar 3 cortesías' })).toHaveProperty('disabled', true)
  expect(screen.getByText('Guardá o cancelá lo que estás cambiando para enviar.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Quitar a Ana Paz' }))
  await user.click(row(0).getByRole('button', { name: 'Guardar' }))
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Bea Ruiz Díaz'),
    expect.stringContaining('Caro Sosa'),
  ])
  await user.click(screen.getByRole('button', { name: 'Cambiar a Caro Sosa' }))
  await user.clear(row(1).getByLabelText('Nombre y apellido'))
  await user.click(row(1).getByRole('button', { name: 'Cancelar el cambio de Caro Sosa' }))
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 2 cortesías' }))
  await waitFor(() => expect(rows()[1]?.textContent).toContain('Enviada'))
  expect(bodies(sent)).toMatchObject([
    { userName: 'Bea Ruiz Díaz', userPhone: '341 555-0202' },
    { userName: 'Caro Sosa', userPhone: '341 555-0203' },
  ])
})

test('a row without a phone is incomplete at once; of a known person the phone is enough', async () => {
  const { user, sent } = await review([ANA, 'Camila Ferreyra'], { [SEARCH]: { users: [camila] } })
  expect(rows()[1]?.textContent).toContain('Faltan datos del usuario')
  expect(screen.getByRole('button', { name: 'Dar y enviar 1 cortesía' })).toBeTruthy()
  expect(row(1).getByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', true)
  await user.type(row(1).getByLabelText('WhatsApp'), '3415550101')
  await user.click(row(1).getByRole('button', { name: 'Guardar' }))
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 2 cortesías' }))
  await waitFor(() => expect(rows()[1]?.textContent).toContain('Enviada'))
  expect(bodies(sent)).toMatchObject([{ userName: 'Ana Paz' }, { idUserToSend: CAMILA }])
})

test('a phone that cannot be one is marked before it is sent; of several the first goes, and the row says so', async () => {
  const { user, sent } = await review([
    'Ana Paz 351 777 ana@previa.example',
    'Bea 3517770009 / 3517770010 bea@previa.example',
  ])
  expect(rows()[0]?.textContent).toContain('Revisá el teléfono')
  expect(rows()[1]?.textContent).toContain('más de un teléfono')
  await user.clear(row(0).getByLabelText('WhatsApp'))
  await user.type(row(0).getByLabelText('WhatsApp'), '351 777-0005')
  await user.click(row(0).getByRole('button', { name: 'Guardar' }))
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 2 cortesías' }))
  await waitFor(() => expect(rows()[1]?.textContent).toContain('Enviada'))
  expect(bodies(sent)).toMatchObject([{ userPhone: '351 777-0005' }, { userPhone: '3517770009' }])
})

test('a list that is too long says so next to its button', async () => {
  const { user } = await open({}, '?generar=cortesia')
  await user.click(await screen.findByRole('button', { name: 'Pegar una lista' }))
  await user.click(screen.getByLabelText('Una persona por línea'))
  await user.paste(Array.from({ length: 101 }, (_, n) => `Ana 341 555-${1000 + n}`).join('\n'))
  const foot = screen.getByRole('button', { name: 'Revisar 101 personas' }).parentElement?.parentElement
  expect(within(foot as HTMLElement).getByRole('alert').textContent).toBe('Son 101: pegá hasta 100 por vez')
})

test('beyond the limit of searches the rest waits with the server’s words', async () => {
  const message = 'Hiciste demasiados intentos'
  const { user, sent } = await review(['Ana 341 555-0201', BEA], {
    [SEARCH]: json(429, { code: 'too_many_requests', message }, { 'retry-after': '600' }),
  })
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 2 cortesías' }))
  expect((await screen.findByRole('alert')).textContent).toContain('demasiados intentos')
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Por enviar'),
    expect.stringContaining('Por enviar'),
  ])
  expect(bodies(sent)).toEqual([])
})

test.each<[string, number]>([
  ['courtesy_limit', 409],
  ['promo_inactive', 422],
  ['list_closed', 422],
  ['event_state', 409],
])('a list longer than what is left is warned of, and stops at %s', async (code, status) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { user, sent } = await review([ANA, BEA, CARO, 'Dani Gil 341 555-0204 dani@previa.example'], {
    [GENERATE]: async () => {
      await held
      return json(status, { code, message: 'No se puede dar más' })
    },
  })
  expect(screen.getByText('Son 4 y te quedan 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 4 cortesías' }))
  expect(await screen.findByRole('button', { name: 'Enviando 1 de 4' })).toBeTruthy()
  release()
  expect(await screen.findByText('No se puede dar más')).toBeTruthy()
  expect(rows().every(({ textContent }) => textContent?.includes('Por enviar'))).toBe(true)
  expect(bodies(sent)).toHaveLength(1)
})

test('a list leads back to one person, after asking where something was pasted', async () => {
  const { user } = await open({}, '?generar=cortesia')
  await user.click(await screen.findByRole('button', { name: 'Pegar una lista' }))
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  expect(await screen.findByRole('dialog', { name: 'Dar cortesía' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pegar una lista' }))
  await user.type(screen.getByLabelText('Una persona por línea'), 'Ana')
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
  expect(await screen.findByRole('dialog', { name: 'Dar cortesía' })).toBeTruthy()
})

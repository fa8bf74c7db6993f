import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getCompanyFiscalData } from '#contract/companies/companies-fiscal-data.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Loaded } from './Loaded.tsx'
import { LoadedDialog } from './LoadedDialog.tsx'

const ID = '01990000-0000-7000-8000-0000000000c1'
const FISCAL = `GET ${getCompanyFiscalData.path.replace('{companyId}', ID)}`
const query = endpointQuery(getCompanyFiscalData, { params: { companyId: ID } }, { fresh: true })
const data = { companyName: 'La Trastienda', mayChange: false, current: null }
const missing = () => json(404, { code: 'company_not_found', message: 'No existe' })
const failed = () => json(500, { code: 'internal', message: 'Error del servidor' })

function Screen({ hasMissing = false }: { hasMissing?: boolean }) {
  return (
    <Loaded
      read={useQuery(query)}
      label="Cargando los datos"
      errorTitle="No pudimos traerlos"
      {...(hasMissing && { missing: <p>No hay</p> })}
    >
      {({ companyName }) => <p>De {companyName}</p>}
    </Loaded>
  )
}

const open = (element = <Screen />) => renderScreen([{ path: '/', element }], '/')

beforeEach(() => signIn(loginAnswer()))
afterEach(() => {
  expireSession()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a wait is announced; an error has another try, and what was read stays when reading it again fails', async () => {
  let answer: () => unknown = failed
  fakeServer({ [FISCAL]: () => answer() })
  await open()
  expect(screen.getByRole('status', { name: 'Cargando los datos' })).toBeTruthy()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('No pudimos traerlos')
  expect(alert.textContent).toContain('Error del servidor')
  answer = () => data
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('De La Trastienda')).toBeTruthy()
  answer = failed
  await act(() => queryClient.refetchQueries(query))
  expect(screen.getByText('De La Trastienda')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what does not exist is not an error where the screen says what to do then', async () => {
  fakeServer({ [FISCAL]: missing })
  await open(<Screen hasMissing />)
  expect(await screen.findByText('No hay')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without such a face it is', async () => {
  fakeServer({ [FISCAL]: missing })
  await open()
  expect((await screen.findByRole('alert')).textContent).toContain('No existe')
})

test('a dialog waits under its own title, and what was read brings another', async () => {
  const onClose = vi.fn<() => void>()
  fakeServer({ [FISCAL]: data })
  await open(
    <LoadedDialog title="Datos fiscales" query={query} label="Cargando los datos" onClose={onClose}>
      {({ companyName }) => (
        <Dialog open title={`Datos de ${companyName}`} onClose={onClose}>
          <p>Listo</p>
        </Dialog>
      )}
    </LoadedDialog>,
  )
  expect(screen.getByRole('dialog', { name: 'Datos fiscales' })).toBeTruthy()
  expect(screen.getByRole('status', { name: 'Cargando los datos' })).toBeTruthy()
  expect(await screen.findByRole('dialog', { name: 'Datos de La Trastienda' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(onClose).toHaveBeenCalledOnce()
})

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentSession, expireSession, signIn } from '#web/api/session.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { loadPhoneInput } from '#web/features/phone/PhoneField.tsx'
import { CompleteProfileDialog } from './CompleteProfileDialog.tsx'

beforeEach(loadPhoneInput)
afterEach(() => {
  act(() => expireSession())
  vi.unstubAllGlobals()
})

const PATCH = 'PATCH /api/v1/user/profile/complete'

async function open(needs: readonly ('phone' | 'birthDate')[], lacks: { phone?: null; birthDate?: null }) {
  await signIn(loginAnswer('CLIENT', lacks))
  const onDone = vi.fn()
  const element = <CompleteProfileDialog open needs={needs} onClose={() => {}} onDone={onDone} />
  await renderScreen([{ path: '*', element }], '/')
  return onDone
}

test('asks only for what the purchase needs', async () => {
  await open(['phone'], { phone: null, birthDate: null })
  expect(await screen.findByLabelText('Teléfono')).toBeTruthy()
  expect(screen.queryByLabelText('Fecha de nacimiento')).toBeNull()
})

test('an event for adults asks for the birth date, and the purchase may go on', async () => {
  const sent = fakeServer({
    [PATCH]: () =>
      json(200, {
        data: { updatedProfile: { phone: '+5491155550001', birthDate: '1997-05-20', gender: 'Female', age: 28 } },
        profileCompletion: { isComplete: true, missingFields: [] },
      }),
  })
  const onDone = await open(['phone', 'birthDate'], { birthDate: null })
  await userEvent.type(await screen.findByLabelText('Fecha de nacimiento'), '1997-05-20')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ birthDate: '1997-05-20' })
  expect(currentSession()?.user.birthDate).toBe('1997-05-20')
})

test('a phone already in use shows under the field, and nothing is sent', async () => {
  fakeServer({ [PATCH]: () => json(409, { code: 'phone_taken', message: 'Ya existe una cuenta con ese teléfono' }) })
  const onDone = await open(['phone'], { phone: null })
  await userEvent.type(await screen.findByLabelText('Teléfono'), '93415552001')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  expect(await screen.findByText('Ya existe una cuenta con ese teléfono')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

test('a phone that waits for its code says where to type it, and nothing goes on', async () => {
  fakeServer({
    [PATCH]: () =>
      json(200, {
        data: { updatedProfile: { phone: null, birthDate: '1997-05-20', gender: 'Female', age: 28 } },
        profileCompletion: { isComplete: false, missingFields: ['phone'] },
      }),
  })
  const onDone = await open(['phone'], { phone: null })
  await userEvent.type(await screen.findByLabelText('Teléfono'), '93415552001')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar y seguir' }))
  expect(await screen.findByText(/Verificalo con un código en Mi Perfil/)).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

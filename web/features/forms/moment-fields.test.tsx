import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { inputField, useSchemaForm } from '#web/api/form.ts'
import { DayField } from '#web/ui/fields/DayField.tsx'
import { DateField, DateTimeField, TimeField } from '#web/ui/fields/MomentField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

/** What a browser says of a date that is typed in part: its value is empty. */
function typeInPart(input: HTMLInputElement, isInPart = true) {
  Object.defineProperty(input, 'validity', { value: { badInput: isInPart }, configurable: true })
}
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test.each([
  [DateField, 'Completá la fecha'],
  [TimeField, 'Completá la hora'],
  [DateTimeField, 'Completá la fecha y la hora'],
])('one that is left in part says what is missing, until it is whole', async (Moment, words) => {
  render(<Moment label="Cuándo" />)
  await userEvent.click(box('Cuándo'))
  typeInPart(box('Cuándo'))
  await userEvent.tab()
  expect(await screen.findByText(words)).toBeTruthy()
  typeInPart(box('Cuándo'), false)
  fireEvent.input(box('Cuándo'))
  expect(screen.queryByText(words)).toBeNull()
})

const codeForm = z.object({ code: z.string().check(z.minLength(1, 'Poné un código')), endsAt: z.string() })

function CodeForm({ onSend }: { onSend: (values: object) => void }) {
  const form = useSchemaForm(codeForm, { defaultValues: { code: '', endsAt: '' } })
  return (
    <form onSubmit={(event) => void form.handleSubmit(onSend)(event)}>
      <TextField label="Código" {...inputField(form, 'code')} />
      <DateTimeField label="Hasta" {...inputField(form, 'endsAt')} />
      <button type="submit">Crear</button>
    </form>
  )
}

test('a form with one that is typed in part is not sent: it would end never', async () => {
  const onSend = vi.fn<(values: object) => void>()
  render(<CodeForm onSend={onSend} />)
  await userEvent.type(box('Código'), 'verano')
  typeInPart(box('Hasta'))
  await userEvent.click(screen.getByRole('button', { name: 'Crear' }))
  expect(await screen.findByText('Completá la fecha y la hora')).toBeTruthy()
  expect(onSend).not.toHaveBeenCalled()
  typeInPart(box('Hasta'), false)
  fireEvent.input(box('Hasta'), { target: { value: '2026-12-01T23:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Crear' }))
  await vi.waitFor(() => expect(onSend).toHaveBeenCalledOnce())
  expect(onSend.mock.calls[0]?.[0]).toEqual({ code: 'verano', endsAt: '2026-12-01T23:00' })
})

test('an error that leaving a field draws waits for the end of the press that left it', async () => {
  render(<CodeForm onSend={() => {}} />)
  const button = screen.getByRole('button', { name: 'Crear' })
  await userEvent.click(box('Código'))
  const user = userEvent.setup()
  await user.pointer({ target: button, keys: '[MouseLeft>]' })
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(screen.queryByText('Poné un código')).toBeNull()
  await user.pointer({ target: button, keys: '[/MouseLeft]' })
  expect(await screen.findByText('Poné un código')).toBeTruthy()
})

function Filter({ onDay }: { onDay: (day: string) => void }) {
  const [day, setDay] = useState('')
  // As an address, which refuses what is no day of our time.
  const take = (text: string) => {
    onDay(text)
    setDay(text < '1900' ? '' : text)
  }
  return <DayField label="Fecha" value={day} onDay={take} />
}

test('the day of a filter is kept as it is typed, and given once it is whole or emptied', () => {
  const onDay = vi.fn<(day: string) => void>()
  render(<Filter onDay={onDay} />)
  for (const value of ['0002-11-28', '0020-11-28', '0202-11-28']) {
    fireEvent.change(box('Fecha'), { target: { value } })
    expect(box('Fecha').value).toBe(value)
  }
  expect(onDay).not.toHaveBeenCalled()
  fireEvent.change(box('Fecha'), { target: { value: '2026-11-28' } })
  expect(onDay).toHaveBeenLastCalledWith('2026-11-28')
  typeInPart(box('Fecha'))
  fireEvent.change(box('Fecha'), { target: { value: '' } })
  expect(onDay).toHaveBeenCalledOnce()
  typeInPart(box('Fecha'), false)
  fireEvent.change(box('Fecha'), { target: { value: '2026-11-29' } })
  fireEvent.change(box('Fecha'), { target: { value: '' } })
  expect(onDay).toHaveBeenLastCalledWith('')
})

import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { couldBePhone } from '#contract/values/phone.ts'
import { PhoneField } from './PhoneField.tsx'

function PhoneForm() {
  const [value, setValue] = useState('')
  return (
    <>
      <PhoneField label="Teléfono" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

test.each(['+5493415550104', '93415550104', '5493415550104', '00 54 9 341 555-0104'])(
  'a phone typed as %s is one number',
  async (typed) => {
    render(<PhoneForm />)
    await userEvent.type(screen.getByRole('textbox', { name: 'Teléfono' }), typed)
    expect(screen.getByRole('status').textContent).toBe('+5493415550104')
  },
)

test.each([
  '+54 9 341 555 0104',
  '+54 341 555-0104',
  '+54 0341 15 555 0104',
  '+54 54 9 341 555 0104',
  '+54 9 54 9 341 555 0104',
  '0054 54 9 341 555 0104',
  '549 549 341 555 0104',
  '+0054 9 341 555 0104',
  '54 341 15 555 0104',
  '549 341 555 0104',
  '00549 341 555 0104',
  '(0341) 15-555-0104',
  '0341 15 5550104',
  '341 15 5550104',
  '341 555 0104',
  '341\u2011555\u20110104',
  '３４１ ５５５-０１０４',
  '341\u00a0555\u200b0104',
])('no digit of a phone is lost, typed or pasted as %s', async (text) => {
  render(<PhoneForm />)
  const field = screen.getByRole('textbox', { name: 'Teléfono' })
  // With a 9, a 0 or a 15 or without: the server knows them for one number (`server/shared/phone.ts`).
  const whole = /^\+54(9?341|0?34115|341)5550104$/
  await userEvent.click(field)
  await userEvent.paste(text)
  expect(screen.getByRole('status').textContent).toMatch(whole)
  await userEvent.clear(field)
  await userEvent.type(field, text)
  expect(screen.getByRole('status').textContent).toMatch(whole)
})

test('the countries are listed by name to who opens them, and the chosen one gives its code', async () => {
  render(<PhoneForm />)
  const countries = screen.getByRole<HTMLSelectElement>('combobox', { name: 'País del teléfono' })
  const listed = () => [...countries.options].map(({ text }) => text)
  expect(listed()).toEqual(['Argentina'])
  await userEvent.tab()
  expect(document.activeElement).toBe(countries)
  expect(listed().slice(0, 3)).toEqual(['Internacional', 'Afganistán', 'Albania'])
  expect(listed()).toHaveLength(new Set(listed()).size)
  expect(listed().length).toBeGreaterThan(200)
  await userEvent.selectOptions(countries, 'Uruguay')
  await userEvent.type(screen.getByRole('textbox', { name: 'Teléfono' }), '94123456')
  expect(screen.getByRole('status').textContent).toBe('+59894123456')
  expect(countries.value).toBe('UY')
})

test('the country is chosen and never typed: another one’s code makes it no phone', async () => {
  render(<PhoneForm />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Teléfono' })
  const countries = screen.getByRole<HTMLSelectElement>('combobox', { name: 'País del teléfono' })
  for (const typed of ['+1 351 777 0005', '+47 12345678', '0047 12345678', '+598 94 123 456']) {
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    await userEvent.tab()
    expect(countries.value).toBe('AR')
    expect(field.value).toBe(typed)
    expect(couldBePhone(screen.getByRole('status').textContent)).toBe(false)
  }
  // Its own code is no part of a number. The list is there for who opens it.
  act(() => countries.focus())
  await userEvent.selectOptions(countries, 'Uruguay')
  expect(screen.getByRole('status').textContent).toBe('+59894123456')
  await userEvent.click(field)
  await userEvent.tab()
  expect(field.value).toBe('94123456')
  await userEvent.selectOptions(countries, 'Argentina')
  expect(screen.getByRole('status').textContent).toBe('+5494123456')
  await userEvent.clear(field)
  await userEvent.type(field, '54 9 341 555 0104')
  await userEvent.tab({ shift: true })
  expect(field.value).toBe('9 341 555-0104')
})

test('a number has fifteen national digits at most', async () => {
  render(<PhoneForm />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Teléfono' })
  await userEvent.type(field, '1234-5678-9012-3456-78')
  expect(field.value).toBe('1234-5678-9012-345-')
  await userEvent.clear(field)
  await userEvent.type(field, '+54 1234 5678 9012 3456')
  expect(field.value).toBe('+54 1234 5678 9012 345')
})

test('what no phone has is not typed, and a number of no country is typed with its code', async () => {
  render(<PhoneForm />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Teléfono' })
  const countries = screen.getByRole<HTMLSelectElement>('combobox', { name: 'País del teléfono' })
  await userEvent.type(field, 'ana@341.555 🎉')
  expect(field.value).toBe('341.555 ')
  expect(screen.getByRole('status').textContent).toBe('+54341555')
  await userEvent.clear(field)
  expect(screen.getByRole('status').textContent).toBe('')
  await userEvent.tab({ shift: true })
  await userEvent.selectOptions(countries, 'Internacional')
  await userEvent.type(field, '+8001234567')
  await userEvent.tab()
  expect(screen.getByRole('status').textContent).toBe('+8001234567')
  expect(countries.value).toBe('')
})

test('a phone that comes later takes the place of what was typed', async () => {
  const { rerender } = render(<PhoneField label="Teléfono" value="" onChange={() => {}} />)
  rerender(<PhoneField label="Teléfono" value="+5493415550104" onChange={() => {}} />)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Teléfono' }).value).toBe('9 341 555-0104')
})

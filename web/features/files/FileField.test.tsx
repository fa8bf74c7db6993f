import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CheckboxGroup } from '#web/ui/fields/CheckboxGroup.tsx'
import { FileField } from './FileField.tsx'

const rule = { types: ['text/csv'], extensions: ['.csv'], maxBytes: 1024 * 1024 }

function Screen() {
  const [file, setFile] = useState<File | null>(null)
  return <FileField label="Lista" rule={rule} value={file} onChange={setFile} />
}

const csv = (type: string, size = 5) => new File(['x'.repeat(size)], 'Invitados.CSV', { type })

test.each(['text/csv', 'application/vnd.ms-excel', ''])('a CSV that the browser calls «%s» is taken', async (type) => {
  const user = userEvent.setup({ applyAccept: false })
  render(<Screen />)
  await user.upload(screen.getByLabelText('Lista'), csv(type))
  expect(screen.getByText('Invitados.CSV')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Quitar' }))
  expect(screen.queryByText('Invitados.CSV')).toBeNull()
})

test.each([
  [new File(['x'], 'foto.png', { type: 'image/png' }), 'Elegí un archivo .csv'],
  [csv('text/csv', 1024 * 1024 + 1), 'El archivo supera el límite de 1 MB'],
])('another file, or too large a one, says why and is not taken', async (file, message) => {
  const user = userEvent.setup({ applyAccept: false })
  render(<Screen />)
  await user.upload(screen.getByLabelText('Lista'), file)
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByText(file.name)).toBeNull()
})

test('any of a few are ticked, and given in the order of the options', async () => {
  const given: string[][] = []
  function Group() {
    const [value, setValue] = useState(['c'])
    const options = ['a', 'b', 'c'].map((each) => ({ value: each, label: each.toUpperCase() }))
    given.push(value)
    return <CheckboxGroup label="Entradas" options={options} value={value} onChange={setValue} error="Elegí una" />
  }
  render(<Group />)
  await userEvent.click(screen.getByRole('checkbox', { name: 'A' }))
  expect(given.at(-1)).toEqual(['a', 'c'])
  await userEvent.click(screen.getByRole('checkbox', { name: 'C' }))
  expect(given.at(-1)).toEqual(['a'])
  expect(screen.getByRole('group', { name: 'Entradas' }).getAttribute('aria-describedby')).toContain('error')
})

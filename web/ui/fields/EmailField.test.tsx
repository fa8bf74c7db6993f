import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { EmailField } from './EmailField.tsx'

function Mail() {
  const [mail, setMail] = useState('')
  return (
    <>
      <EmailField value={mail} onChange={({ target }) => setMail(target.value)} />
      <output>{mail}</output>
    </>
  )
}

test('a domain with a slip gets the likely one offered, and one press takes it', async () => {
  render(<Mail />)
  await userEvent.type(screen.getByLabelText('Email'), 'sol@gmial.com')
  expect(screen.queryByRole('button')).toBeNull()
  await userEvent.tab()
  await userEvent.click(screen.getByRole('button', { name: '¿gmail.com?' }))
  expect(screen.getByRole('status').textContent).toBe('sol@gmail.com')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  expect(screen.queryByRole('button')).toBeNull()
})

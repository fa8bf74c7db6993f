import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TypeNumber } from './TypeNumber.tsx'

function Door({ onScan }: { onScan: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <TypeNumber open={isOpen} onClose={() => setOpen(false)} onScan={onScan} />
    </>
  )
}

test('the focus waits in the field, so that the number is typed at once', async () => {
  const onScan = vi.fn()
  render(<Door onScan={onScan} />)
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
  expect(document.activeElement).toBe(screen.getByLabelText('N.º de la entrada'))
  await userEvent.keyboard('123{Enter}')
  expect(screen.getByText(/^Ese número no existe/)).toBeTruthy()
  expect(onScan).not.toHaveBeenCalled()
})

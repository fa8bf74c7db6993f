import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { eventFlyer } from '#contract/api/files.ts'
import { ImageField } from './ImageField.tsx'

test('a picked picture shows its spinner, then goes to the form; another kind does not', async () => {
  const onChange = vi.fn()
  const onProblem = vi.fn()
  render(<ImageField label="Flyer" rule={eventFlyer} value={null} onChange={onChange} onProblem={onProblem} />)
  await userEvent.upload(screen.getByLabelText('Flyer'), new File(['x'], 'x.pdf', { type: 'application/pdf' }), {
    applyAccept: false,
  })
  await vi.waitFor(() => expect(onProblem).toHaveBeenCalledOnce())
  expect(onChange).not.toHaveBeenCalled()
  const picture = new File(['RIFF1234WEBP'], 'x.webp', { type: 'image/webp' })
  await userEvent.upload(screen.getByLabelText('Flyer'), picture)
  expect((await screen.findByRole('status')).textContent).toBe('Preparando la imagen')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith(picture))
})

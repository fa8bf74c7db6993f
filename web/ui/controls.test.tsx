import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './base/Button.tsx'
import { ConfirmDialog } from './overlays/ConfirmDialog.tsx'
import { DateRangeField } from './fields/DateRangeField.tsx'
import { Dialog } from './overlays/Dialog.tsx'
import { Pagination } from './data/Pagination.tsx'
import { Stat, Stats } from './data/Stat.tsx'
import { Stepper } from './fields/Stepper.tsx'
import { TextField } from './fields/TextField.tsx'
import { hideToast, showToast } from './feedback/toast.ts'
import { ToastHost } from './feedback/ToastHost.tsx'

afterEach(() => {
  hideToast()
  vi.useRealTimers()
})

test('a field ties its label, hint and error to its control', () => {
  render(<TextField label="Email" hint="Ahí te mandamos tus entradas." error="El email debe ser válido" />)
  const input = screen.getByLabelText('Email')
  const described = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(described).toEqual(['Ahí te mandamos tus entradas.', 'El email debe ser válido'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('a busy button says so, keeps the focus and cannot be pressed twice, nor sends its form, by a press or by Enter', async () => {
  const [onClick, onSubmit] = [vi.fn(), vi.fn()]
  const form = (busy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <input aria-label="Nombre" />
      <Button type="submit" busy={busy} onClick={onClick}>
        Guardar
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Guardar' })
  button.focus()
  rerender(form(true))
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  await userEvent.keyboard(' {Enter}')
  await userEvent.type(screen.getByLabelText('Nombre'), 'Sol{Enter}')
  expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  rerender(form(false))
  await userEvent.type(screen.getByLabelText('Nombre'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('a stepper stays between its limits', async () => {
  function Counter() {
    const [value, setValue] = useState(1)
    return <Stepper label="General" value={value} max={2} onChange={setValue} />
  }
  render(<Counter />)
  const more = screen.getByRole<HTMLButtonElement>('button', { name: 'Agregar una: General' })
  await userEvent.click(more)
  expect(screen.getByRole('status').textContent).toBe('2')
  expect(more.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(more)
})

test('a toast appears in the top dialog, whose outside is inert, and in the page after it closes', () => {
  function Page({ isAsking, isSure }: { isAsking: boolean; isSure: boolean }) {
    return (
      <>
        <Dialog open={isAsking} onClose={() => undefined} title="Primera">
          Uno
        </Dialog>
        <Dialog open={isSure} onClose={() => undefined} title="Segunda">
          Dos
        </Dialog>
        <ToastHost />
      </>
    )
  }
  const dialogAround = () => screen.getByText('Guardado').closest('dialog')?.getAttribute('aria-labelledby')
  const titleId = (title: string) => screen.getByRole('heading', { name: title }).id
  const { rerender } = render(<Page isAsking isSure={false} />)
  act(() => showToast('Guardado', 'success'))
  expect(dialogAround()).toBe(titleId('Primera'))
  rerender(<Page isAsking isSure />)
  expect(dialogAround()).toBe(titleId('Segunda'))
  rerender(<Page isAsking isSure={false} />)
  expect(dialogAround()).toBe(titleId('Primera'))
  rerender(<Page isAsking={false} isSure={false} />)
  expect(dialogAround()).toBeUndefined()
})

test('an error drawn while the focus is on its way leaves it alone; a control that goes away gives it to the title', async () => {
  function Asking() {
    const [step, setStep] = useState<'empty' | 'wrong' | 'gone'>('empty')
    return (
      <Dialog open onClose={() => {}} title="Código">
        {step !== 'gone' && (
          // Drawn between the two events of a Tab, when nothing has the focus.
          <TextField
            label="Código"
            error={step === 'wrong' ? 'Poné un código' : undefined}
            onBlur={() => setStep('wrong')}
          />
        )}
        <TextField label="Porcentaje" />
        <button type="button" onClick={() => setStep('gone')}>
          Sacar
        </button>
      </Dialog>
    )
  }
  render(<Asking />)
  const heading = screen.getByRole('heading', { name: 'Código' })
  const titled = vi.spyOn(heading, 'focus')
  screen.getByLabelText('Código', { selector: 'input' }).focus()
  ;(document.activeElement as HTMLElement).blur()
  expect(await screen.findByText('Poné un código')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve))
  expect(titled).not.toHaveBeenCalled()
  screen.getByLabelText('Código', { selector: 'input' }).focus()
  act(() => screen.getByRole('button', { name: 'Sacar' }).click())
  await vi.waitFor(() => expect(titled).toHaveBeenCalled())
})

test('the page does not scroll under a dialog', () => {
  const dialog = (isOpen: boolean) => (
    <Dialog open={isOpen} onClose={() => {}} title="Una">
      Algo
    </Dialog>
  )
  const { rerender } = render(dialog(true))
  expect(document.documentElement.style.overflow).toBe('hidden')
  rerender(dialog(false))
  expect(document.documentElement.style.overflow).toBe('')
})

test('a field that comes later takes the focus, and what was typed before it; what holds the focus keeps it', async () => {
  const onChange = vi.fn<(text: string) => void>()
  function Late({ isThere }: { isThere: boolean }) {
    return (
      <Dialog open onClose={() => undefined} title="Cortesía">
        {isThere && (
          <TextField label="Para quién" data-initial-focus onChange={({ target }) => onChange(target.value)} />
        )}
      </Dialog>
    )
  }
  const { rerender } = render(<Late isThere={false} />)
  const heading = screen.getByRole('heading', { name: 'Cortesía' })
  act(() => heading.focus())
  await userEvent.keyboard('Cax{Backspace}m')
  rerender(<Late isThere />)
  const field = screen.getByLabelText<HTMLInputElement>('Para quién')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.value).toBe('Cam')
  expect(onChange).toHaveBeenLastCalledWith('Cam')
  await userEvent.keyboard('ila')
  expect(field.value).toBe('Camila')
  rerender(<Late isThere={false} />)
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const close = screen.getByRole('button', { name: 'Cerrar' })
  act(() => close.focus())
  rerender(<Late isThere />)
  await act(async () => {})
  expect(document.activeElement).toBe(close)
})

test('a large figure never breaks; words do', () => {
  render(
    <Stats label="Tu dinero" narrow>
      <Stat label="Te deben" value="$17.998,20" />
      <Stat label="Cobro" value="Sin datos todavía" />
    </Stats>,
  )
  expect(screen.getByText('$17.998,20').className).toContain('whitespace-nowrap')
  expect(screen.getByText('Sin datos todavía').className).not.toContain('whitespace-nowrap')
})

test('one toast at a time, five seconds', () => {
  vi.useFakeTimers()
  render(<ToastHost />)
  act(() => showToast('Guardado', 'success'))
  act(() => void vi.advanceTimersByTime(3000))
  act(() => showToast('No se pudo', 'error'))
  expect(screen.queryByText('Guardado')).toBeNull()
  act(() => void vi.advanceTimersByTime(4999))
  expect(screen.getByText('No se pudo')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('No se pudo')).toBeNull()
})

test('a destructive act waits for its confirmation', async () => {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  render(
    <ConfirmDialog
      open
      title="Pausar"
      confirmLabel="Pausar el evento"
      tone="danger"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>12 personas tienen entrada.</p>
    </ConfirmDialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Volver' }))
  await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
  expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0])
  await userEvent.click(screen.getByRole('button', { name: 'Pausar el evento' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('pages stop at both ends, and a single page draws nothing', async () => {
  const onPage = vi.fn()
  const { container, rerender } = render(<Pagination page={3} totalPages={3} onPage={onPage} />)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Página siguiente' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Página anterior' }))
  expect(onPage).toHaveBeenCalledWith(2)
  rerender(<Pagination page={1} totalPages={1} onPage={onPage} />)
  expect(container.innerHTML).toBe('')
})

test('a form is sent by one click, though the field that is being left makes room for what is wrong with it', async () => {
  const onBlur = vi.fn()
  render(
    <form>
      <TextField label="Email" onBlur={onBlur} />
      <Button type="submit" onClick={(event) => event.preventDefault()}>
        Guardar
      </Button>
      <Button>Otra cosa</Button>
    </form>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Email'))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(onBlur).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Otra cosa' }))
  expect(onBlur).toHaveBeenCalledOnce()
})

test('a stretch of days is typed or chosen, and says when it ends before it begins', async () => {
  const november = { label: 'Noviembre', from: '2026-11-01', to: '2026-11-30' }
  function Drawn() {
    const [range, setRange] = useState({ from: '2026-11-10', to: '' })
    return <DateRangeField label="Período" value={range} onChange={setRange} periods={[november]} />
  }
  render(<Drawn />)
  const until = screen.getByLabelText('Hasta')
  await userEvent.type(until, '2026-11-09')
  const group = screen.getByRole('group', { name: 'Período' })
  const described = () => document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent
  expect(described()).toBe('Termina antes de empezar')
  const chip = screen.getByRole('button', { name: 'Noviembre' })
  expect(chip.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(chip)
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByLabelText('Desde')).toHaveProperty('value', november.from)
  expect(until).toHaveProperty('value', november.to)
  expect(described()).toBeUndefined()
})

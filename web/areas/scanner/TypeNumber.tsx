import { useState } from 'react'
import { Button } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { fromNumber, type ScanInput } from './scan-input.ts'

/** For a broken screen or a wet paper: the 8 characters printed under the QR. */
export function TypeNumber({
  open,
  onClose,
  onScan,
}: {
  open: boolean
  onClose: () => void
  onScan: (input: ScanInput) => void
}) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    const input = fromNumber(typed)
    if (!input) return setProblem('Ese número no existe: revisá los 8 caracteres que están bajo el QR')
    setTyped('')
    setProblem(undefined)
    onClose()
    onScan(input)
  }
  return (
    <Dialog open={open} onClose={onClose} title="Escribir el número">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="flex flex-col gap-4"
      >
        <TextField
          label="N.º de la entrada"
          hint="Está bajo el QR. No importan mayúsculas ni espacios."
          error={problem}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // The dialog was opened to type into this one field.
          data-initial-focus
        />
        <Button type="submit" wide>
          Validar
        </Button>
      </form>
    </Dialog>
  )
}

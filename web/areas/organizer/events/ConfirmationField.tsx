import { Breakable } from '#web/ui/base/Breakable.tsx'
import { TextField, type TextFieldProps } from '#web/ui/fields/TextField.tsx'

interface ConfirmationFieldProps extends Omit<TextFieldProps, 'label' | 'hint' | 'autoComplete'> {
  /** What is to be typed, from `confirmationText`; its schema is `confirmationInput`. */
  text: string
  eventName: string
}

/** Asks for an event's name, or for a word, before an act that nothing brings back. */
export function ConfirmationField({ text, eventName, ...field }: ConfirmationFieldProps) {
  return (
    <TextField
      label={text === eventName ? 'Nombre del evento' : 'Confirmación'}
      hint={
        <>
          Para confirmar, escribí{' '}
          <b className="wrap-anywhere">
            <Breakable>{text}</Breakable>
          </b>
          {text === eventName && <span className="block">Alcanza con las letras y los números.</span>}
        </>
      }
      autoComplete="off"
      {...field}
    />
  )
}

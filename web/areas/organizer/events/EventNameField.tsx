import { Breakable } from '#web/ui/base/Breakable.tsx'
import { TextField, type TextFieldProps } from '#web/ui/fields/TextField.tsx'

interface EventNameFieldProps extends Omit<TextFieldProps, 'label' | 'hint' | 'autoComplete'> {
  /** What is to be typed; its schema is `eventNameInput`. */
  eventName: string
}

/** Asks for an event's name before an act that nothing brings back. */
export function EventNameField({ eventName, ...field }: EventNameFieldProps) {
  return (
    <TextField
      label="Nombre del evento"
      hint={
        <>
          Para confirmar, escribí{' '}
          <b className="wrap-anywhere">
            <Breakable>{eventName}</Breakable>
          </b>
          <span className="block">Las mayúsculas, los acentos y el punto final dan igual.</span>
        </>
      }
      autoComplete="off"
      {...field}
    />
  )
}

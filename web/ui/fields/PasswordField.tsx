import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { classes } from '../base/classes.ts'
import { controlStyle, Field, type FieldProps } from './Field.tsx'
import { IconButton } from '../base/IconButton.tsx'

export interface PasswordFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'type'> {}

/** A password that can be shown. `autoComplete` marks it as new or current for password managers. */
export function PasswordField({ label, hint, error, optional, className, id, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={classes(controlStyle, 'pr-14')}
          />
          <IconButton
            label={isShown ? 'Ocultar la contraseña' : 'Mostrar la contraseña'}
            aria-pressed={isShown}
            onClick={() => setIsShown((shown) => !shown)}
            className="absolute top-0.5 right-1.5 text-humo"
          >
            {isShown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
          </IconButton>
        </span>
      )}
    </Field>
  )
}

import type { ComponentProps } from 'react'
import { classes } from '../base/classes.ts'
import { controlStyle, Field, type FieldProps } from './Field.tsx'

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'className'> {}

/** Several lines of text; grows with what is typed where the browser can. */
export function TextArea({ label, hint, error, optional, className, id, ...textarea }: TextAreaProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <textarea
          rows={4}
          {...textarea}
          {...control}
          className={classes(controlStyle, 'field-sizing-content min-h-28 resize-y')}
        />
      )}
    </Field>
  )
}

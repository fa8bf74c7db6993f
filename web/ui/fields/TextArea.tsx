import type { ComponentProps } from 'react'
import { classes } from '../base/classes.ts'
import { controlStyle, Field, fieldParts, type FieldProps } from './Field.tsx'

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'className'> {}

/** Several lines of text; grows with what is typed where the browser can, up to half of the screen. */
export function TextArea(props: TextAreaProps) {
  const [field, textarea] = fieldParts(props)
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          rows={4}
          {...textarea}
          {...control}
          className={classes(controlStyle, 'field-sizing-content max-h-[50dvh] min-h-28 resize-y')}
        />
      )}
    </Field>
  )
}

import {
  Controller,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { fieldError } from '#web/api/form.ts'
import { PhoneField, type PhoneFieldProps } from '#web/ui/PhoneField.tsx'

interface FormPhoneFieldProps<Values extends FieldValues, Output> extends Pick<
  PhoneFieldProps,
  'label' | 'hint' | 'autoComplete'
> {
  form: UseFormReturn<Values, unknown, Output>
  /** Registered where the form is drawn: the focus goes to the first wrong field in the order of registering. */
  field: UseFormRegisterReturn<FieldPath<Values>>
}

/** A phone in a form, with what is wrong with it. */
export function FormPhoneField<Values extends FieldValues, Output>({
  form,
  field: { name },
  ...words
}: FormPhoneFieldProps<Values, Output>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <PhoneField {...words} error={fieldError(form, name)} {...field} />}
    />
  )
}

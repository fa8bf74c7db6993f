import '#web/lib/validation-language.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { $ZodType, input, output } from 'zod/v4/core'
import type { FailureCode } from '#contract/failures.ts'
import { isApiFailure, failureMessage } from './api-failure.ts'

type FormSchema = $ZodType<FieldValues, FieldValues>

interface FormOptions<Schema extends FormSchema> {
  defaultValues: DefaultValues<input<Schema>>
}

/** A form checked by a schema: on leaving a field for the first time, then at every change. */
export function useSchemaForm<Schema extends FormSchema>(schema: Schema, { defaultValues }: FormOptions<Schema>) {
  return useForm<input<Schema>, unknown, output<Schema>>({
    resolver: zodResolver(schema) as never, // the resolver's types want concrete schemas; these are ours by construction
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  })
}

/** A form for the body of an endpoint. */
export function useEndpointForm<Body extends FormSchema>(spec: { readonly body: Body }, options: FormOptions<Body>) {
  return useSchemaForm(spec.body, options)
}

/** Text of a field's error, for the `error` of the `ui` fields. */
export function fieldError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: FieldPath<Values>,
): string | undefined {
  return form.getFieldState(name, form.formState).error?.message
}

/**
 * For a field that gives its value in place of an event: `<PhoneField label="Teléfono" {...valueField(form, 'phone')} />`.
 * Registered where the form is drawn, as `register` does it: the focus goes to the first wrong field in that order.
 */
export function valueField<Values extends FieldValues, Output, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Name,
) {
  const field = form.register(name)
  return {
    name,
    value: form.watch(name),
    error: fieldError(form, name),
    onChange: (value: FieldPathValue<Values, Name>) => void field.onChange({ target: { name, value }, type: 'change' }),
    onBlur: () => void field.onBlur({ target: { name, value: form.getValues(name) }, type: 'blur' }),
    // Not the element itself, into which the form would write the bare value.
    ref: (input: HTMLElement | null) => field.ref(input && { focus: () => input.focus() }),
  }
}

/**
 * Puts a failed call on the form: what the server says of a field under that field, a code of `fields` under its field,
 * anything else in `errors.root`. Gives whether some field got it.
 */
export function applyFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  fields: Partial<Record<FailureCode, FieldPath<Values>>> = {},
): boolean {
  const known = isApiFailure(error) ? error : null
  const named = Object.entries(fields).find(([code]) => code === known?.code)?.[1]
  const problems = [
    ...(known?.fieldProblems ?? []).map(({ path, message }) => ({
      name: path.join('.') as FieldPath<Values>,
      message,
    })),
    ...(named !== undefined ? [{ name: named, message: failureMessage(error) }] : []),
  ].filter(({ name }) => hasField(form, name))
  problems.forEach(({ name, message }, index) => {
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
  })
  if (problems.length === 0) form.setError('root', { type: 'server', message: failureMessage(error) })
  return problems.length > 0
}

function hasField<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: FieldPath<Values>,
): boolean {
  return name !== '' && Object.hasOwn(form.control._fields, name.split('.')[0] ?? '')
}

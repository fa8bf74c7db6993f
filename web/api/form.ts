import '#web/lib/validation-language.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import {
  get,
  set,
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldErrors,
  type FieldValues,
  type RegisterOptions,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { $ZodType, input, output } from 'zod/v4/core'
import type { FailureCode } from '#contract/api/failures.ts'
import { afterPress } from '#web/lib/fields/after-press.ts'
import { incompleteDate } from '#web/lib/fields/incomplete-date.ts'
import { bringFocusedIntoSight } from '#web/lib/fields/into-sight.ts'
import { isApiFailure, failureMessage } from './api-failure.ts'

/** A schema of an object's fields. */
export type FormSchema = $ZodType<FieldValues, FieldValues>

interface FormOptions<Schema extends FormSchema> {
  defaultValues: DefaultValues<input<Schema>>
}

/** A form checked by a schema: on leaving a field for the first time, then at every change. */
export function useSchemaForm<Schema extends FormSchema>(schema: Schema, { defaultValues }: FormOptions<Schema>) {
  return useForm<input<Schema>, unknown, output<Schema>>({
    resolver: wholeDates(zodResolver(schema) as never), // the resolver's types want concrete schemas; these are ours by construction
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  })
}

/** A date that is typed in part is empty to its form, which would take it for none: it is refused. */
function wholeDates<Values extends FieldValues, Output>(
  resolver: Resolver<Values, unknown, Output>,
): Resolver<Values, unknown, Output> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options)
    const errors = Object.assign({}, result.errors) as FieldErrors<Values> // a copy, to add to
    for (const name of options.names ?? []) {
      const registered: { ref?: unknown } = get(options.fields, name) ?? {}
      const { ref } = registered
      const message = incompleteDate(ref)
      if (message !== undefined) set(errors, name, { type: 'incomplete', message, ref })
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : result
  }
}

/** Text of a field's error, for the `error` of the `ui` fields. */
export function fieldError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: FieldPath<Values>,
): string | undefined {
  return form.getFieldState(name, form.formState).error?.message
}

/** For a field with events: `<TextField label="Nombre" {...inputField(form, 'name')} />`. */
export function inputField<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: FieldPath<Values>,
  options?: RegisterOptions<Values>,
) {
  const field = form.register(name, options)
  const onBlur: typeof field.onBlur = async (event) => afterPress(() => void field.onBlur(event))
  return { ...field, onBlur, error: fieldError(form, name) }
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
    onBlur: () => afterPress(() => void field.onBlur({ target: { name, value: form.getValues(name) }, type: 'blur' })),
    // Not the element itself, into which the form would write the bare value.
    ref: (input: HTMLElement | null) => field.ref(input && { focus: () => input.focus() }),
  }
}

/**
 * Puts a failed call on the form. What the server says of fields goes under those; else a code of `fields` under its own;
 * anything else in `errors.root`, with the text of `errorMessage`. Gives whether some field got it.
 */
export function applyFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  fields: FailureFields<Values> = {},
  errorMessage: (error: unknown) => string = failureMessage,
): boolean {
  const known = isApiFailure(error) ? error : null
  const named = (known?.fieldProblems ?? []).map(({ path, message }) => {
    // A body may hold what the form asks in a part of its own.
    const within = path.length > 1 && !hasField(form, path.join('.') as FieldPath<Values>) ? path.slice(1) : path
    return { name: within.join('.') as FieldPath<Values>, message, type: 'server' } // looked up below before it is used
  })
  const coded =
    typeof fields === 'string'
      ? [{ name: fields, message: errorMessage(error), type: 'server' }]
      : Object.entries(fields).flatMap(([code, name]) =>
          name !== undefined && code === known?.code ? [{ name, message: failureMessage(error), type: code }] : [],
        )
  const [problems = []] = [named, coded].map((some) => some.filter(({ name }) => hasField(form, name))).filter(isSome)
  problems.forEach(({ name, message, type }, index) => {
    form.setError(name, { type, message }, { shouldFocus: index === 0 })
  })
  if (problems.length > 0) bringFocusedIntoSight()
  if (problems.length === 0) form.setError('root', { type: 'server', message: errorMessage(error) })
  return problems.length > 0
}

/** The field that a code is about, where the server does not say it; the one that is asked, where there is but one. */
export type FailureFields<Values extends FieldValues> =
  | FieldPath<Values>
  | Partial<Record<FailureCode, FieldPath<Values>>>

function isSome(list: readonly unknown[]): boolean {
  return list.length > 0
}

function hasField<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: FieldPath<Values>,
): boolean {
  return name !== '' && Object.hasOwn(form.control._fields, name.split('.')[0] ?? '')
}

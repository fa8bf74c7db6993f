import { useState, type FormEvent } from 'react'
import type { DefaultValues } from 'react-hook-form'
import type { input, output } from 'zod/mini'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { applyFailure, type FailureFields, type FormSchema } from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { bringFocusedIntoSight } from '#web/lib/fields/into-sight.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { useDraftForm, type DraftFormOptions, type DraftOption } from './use-draft-form.ts'

type BodyOf<Spec> = Spec extends { readonly body: infer Body extends FormSchema } ? Body : FormSchema

interface SubmitOptions<Spec extends EndpointSpec, Schema extends FormSchema> {
  /** What is asked, where it is not the endpoint's body as it is. A file is a field too: `z.nullable(z.file())`. */
  schema?: Schema
  defaults: DefaultValues<input<Schema>>
  draft?: DraftOption<input<Schema>>
  leaveGuard?: boolean
  /** The intent of an input that outlives the page (`useEndpointMutation`). */
  keyOf?: (input: CallInput<Spec>) => string
  /** The field that a code is about; the field problems of the server's answer come first. */
  failures?: FailureFields<input<Schema>>
  /** Text of a failure that belongs to no field. */
  errorMessage?: (error: unknown) => string
  /** Why these values need not be sent: «Ya está así». */
  unchanged?: (values: output<Schema>) => string | false
  /** The toast that says it is done. */
  done?: string | ((answer: Answer<Spec>, values: output<Schema>) => string)
  /** What else follows; what it throws is shown as a failure. */
  onDone?: (answer: Answer<Spec>, values: output<Schema>) => unknown
  /** Handles a failure first; `true` when nothing is left to be shown. */
  onFail?: (error: unknown, values: output<Schema>) => unknown
}

/** How the call is made of what was typed; the body itself where the endpoint takes nothing else. */
type ToInput<Spec extends EndpointSpec, Schema extends FormSchema> =
  { body: output<Schema> } extends CallInput<Spec>
    ? { toInput?: (values: output<Schema>) => CallInput<Spec> }
    : { toInput: (values: output<Schema>) => CallInput<Spec> }

/** What `Form` and `FormDialog` draw of a form, whatever its fields. */
export interface FormState {
  /** `onSent` is called once it was sent, before what its own `done` and `onDone` do. */
  submit: (event?: FormEvent, onSent?: () => void) => void
  isBusy: boolean
  /** Why the last try failed, where no field says it. */
  problem: string | undefined
  /** Share of a file that has left, while it does. */
  sentShare: number | null
  /** What was typed before is shown again. */
  isRestored: boolean
  /** Starts over: the defaults, and no draft. */
  discard: () => void
  /** Set where leaving asks first. */
  isUnsaved: (() => boolean) | undefined
  /** Whether a draft keeps what was typed. */
  isKept: boolean
}

/** A form that sends one endpoint. `form.field('name')` for controls with events, `form.value('phone')` for those with values. */
export function useSubmit<Spec extends EndpointSpec, Schema extends FormSchema = BodyOf<Spec>>(
  spec: Spec,
  options: SubmitOptions<Spec, Schema> & ToInput<Spec, Schema>,
) {
  const { failures, errorMessage, unchanged, done, onDone, onFail, keyOf } = options
  const toInput: (values: output<Schema>) => CallInput<Spec> =
    options.toInput ?? ((body) => ({ body }) as unknown as CallInput<Spec>) // left out only where it is one
  const [sentShare, setSentShare] = useState<number | null>(null)
  const sending = useEndpointMutation(spec, { onUploadProgress: setSentShare, ...(keyOf && { keyOf }) })
  const schema = (options.schema ?? spec.body) as Schema // one of the two is what `Schema` was read from
  const form = useDraftForm({ ...options, schema } satisfies DraftFormOptions<Schema>)
  const { fields } = form

  async function send(input: CallInput<Spec>, values: output<Schema>, onSent?: () => void): Promise<void> {
    try {
      const answer = await sending.mutateAsync(input)
      form.settle()
      onSent?.()
      if (done !== undefined) showToast(typeof done === 'string' ? done : done(answer, values), 'success')
      await onDone?.(answer, values)
    } finally {
      setSentShare(null)
    }
  }

  const showFailure = (error: unknown) => applyFailure(fields, error, failures, errorMessage)

  async function attempt(values: output<Schema>, onSent?: () => void): Promise<void> {
    const reason = unchanged?.(values)
    if (typeof reason === 'string') return fields.setError('root', { message: reason })
    try {
      await send(toInput(values), values, onSent)
    } catch (error) {
      if ((await onFail?.(error, values)) !== true) showFailure(error)
    }
  }

  return {
    ...form,
    sentShare,
    submit: (event?: FormEvent, onSent?: () => void) => {
      event?.preventDefault()
      // A dialog may be drawn inside another form's tree.
      event?.stopPropagation()
      // Enter pressed again while it is sent is not another try.
      if (!form.isBusy) void fields.handleSubmit((values) => attempt(values, onSent), bringFocusedIntoSight)(event)
    },
    /** Sends once more what the form asked with something that it did not ask, such as a code; throws what goes wrong. */
    send,
    /** Shows a failure where `submit` shows it. */
    showFailure,
  }
}

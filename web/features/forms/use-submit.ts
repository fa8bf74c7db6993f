import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import { safeParse, type input, type output } from 'zod/mini'
import type { Answer, CallInput, EndpointSpec } from '#contract/endpoint.ts'
import {
  applyFailure,
  fieldError,
  useSchemaForm,
  valueField,
  type FailureFields,
  type FormSchema,
} from '#web/api/form.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { useSession, wasLeft } from '#web/api/session.ts'
import { VISITOR } from '#web/api/tab-keeping.ts'
import { isSame } from '#web/lib/is-same.ts'
import { draftOf, draftOwner, withoutSecrets } from './draft.ts'

type BodyOf<Spec> = Spec extends { readonly body: infer Body extends FormSchema } ? Body : FormSchema

type DraftOption<Values extends FieldValues> =
  | string
  | {
      readonly name: string
      readonly without?: readonly FieldPath<Values>[]
      /** Pictures that may wait on the device and outlive a reload; never one of an identity document. */
      readonly onDevice?: readonly FieldPath<Values>[]
    }

interface SubmitOptions<Spec extends EndpointSpec, Schema extends FormSchema> {
  /** What is asked, where it is not the endpoint's body as it is. A file is a field too: `z.nullable(z.file())`. */
  schema?: Schema
  /** What every field begins with. */
  defaults: DefaultValues<input<Schema>>
  /** The field that a code is about; what the server says of fields by itself comes before. */
  failures?: FailureFields<input<Schema>>
  /** Words for a failure that is no field's. */
  says?: (error: unknown) => string
  /**
   * Keeps what is typed until it was sent, under this name (with the id of what it is about). Passwords, codes and files
   * are left out by themselves, but for those of `onDevice`; `without` names what else must be said anew.
   */
  draft?: DraftOption<input<Schema>>
  /** Asks before what was typed is left. */
  leaveGuard?: boolean
  /** What follows; what it throws is told as a failure is. */
  onDone?: (answer: Answer<Spec>, values: output<Schema>) => unknown
  /** Hears of a failure first; `true` when nothing is left to be said of it. */
  onFail?: (error: unknown, values: output<Schema>) => unknown
}

/** How the call is made of what was typed; the body itself where the endpoint takes nothing else. */
type ToInput<Spec extends EndpointSpec, Schema extends FormSchema> =
  { body: output<Schema> } extends CallInput<Spec>
    ? { toInput?: (values: output<Schema>) => CallInput<Spec> }
    : { toInput: (values: output<Schema>) => CallInput<Spec> }

/** What `Form` draws of a form, whatever its fields. */
export interface FormState {
  submit: (event?: FormEvent) => void
  isBusy: boolean
  /** Why the last try failed, where no field says it. */
  problem: string | undefined
  /** Share of a file that has left, while it does. */
  sentShare: number | null
  /** What was typed before is shown again. */
  isRestored: boolean
  /** Begins anew: as it was first, and nothing is kept. */
  discard: () => void
  /** Set where leaving is asked about. */
  isUnsaved: (() => boolean) | undefined
  /** Whether what was typed waits for its person. */
  isKept: boolean
}

/** A form that sends one endpoint. `form.field('name')` for controls with events, `form.value('phone')` for those with values. */
export function useSubmit<Spec extends EndpointSpec, Schema extends FormSchema = BodyOf<Spec>>(
  spec: Spec,
  options: SubmitOptions<Spec, Schema> & ToInput<Spec, Schema>,
) {
  const { defaults, failures, says, onDone, onFail, leaveGuard = false } = options
  const toInput: (values: output<Schema>) => CallInput<Spec> =
    options.toInput ?? ((body) => ({ body }) as unknown as CallInput<Spec>) // left out only where it is one
  const [sentShare, setSentShare] = useState<number | null>(null)
  const sending = useEndpointMutation(spec, { onUploadProgress: setSentShare })
  const owner = useRef(draftOwner())
  /** What was sent, until something else is typed. */
  const sent = useRef<object | null>(null)
  const [restored, setRestored] = useState(() => draftFor(options, draftOwner()).read())
  const schema = (options.schema ?? spec.body) as Schema // one of the two is what `Schema` was read from
  const form = useSchemaForm(schema, { defaultValues: restored ?? defaults })
  const { isSubmitting, errors } = form.formState
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const { subscribe, reset } = form
  useEffect(() => {
    const keep = (values: object) => {
      if (sent.current !== null && isSame(values, sent.current)) return
      sent.current = null
      draftFor(latest.current, owner.current).keep(values)
    }
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [subscribe])

  const { getValues, setValue } = form
  const [isReady, setIsReady] = useState(restored === null)
  useEffect(() => {
    if (isReady) return
    void draftFor(latest.current, owner.current)
      .recall()
      .then((files) => {
        for (const [field, file] of Object.entries(files)) {
          const name = field as FieldPath<input<Schema>> // one of `onDevice`
          if (getValues(name) === null) setValue(name, file as never) // what the field held before the reload
        }
        setIsReady(true)
      })
  }, [isReady, getValues, setValue])

  const person = useSession()?.user.id
  useEffect(() => {
    // The end of a session by itself is nobody's leaving: what is on the screen is still its owner's.
    const present = person ?? (wasLeft() ? VISITOR : owner.current)
    const before = owner.current
    owner.current = present
    if (present === before || sent.current !== null) return
    if (before === VISITOR && latest.current.draft === undefined) return
    const kept = draftFor(latest.current, present).read()
    setRestored(kept)
    reset(kept ?? latest.current.defaults)
  }, [person, reset])

  /** The call itself; what follows it is told by `onDone`. */
  async function send(input: CallInput<Spec>, values: output<Schema>): Promise<void> {
    try {
      const answer = await sending.mutateAsync(input)
      sent.current = { ...form.getValues() }
      draftFor(latest.current, owner.current).clear()
      setRestored(null)
      await onDone?.(answer, values)
    } finally {
      setSentShare(null)
    }
  }

  const tell = (error: unknown) => applyFailure(form, error, failures, says)

  async function attempt(values: output<Schema>): Promise<void> {
    try {
      await send(toInput(values), values)
    } catch (error) {
      if ((await onFail?.(error, values)) !== true) tell(error)
    }
  }

  function clear() {
    draftFor(latest.current, owner.current).clear()
    setRestored(null)
    sent.current = Object.assign({}, defaults)
    form.reset(defaults)
  }

  const state: FormState = {
    submit: (event) => {
      event?.preventDefault()
      // A dialog may be drawn inside another form's tree.
      event?.stopPropagation()
      // Enter pressed again while it is sent is not another try.
      if (!isSubmitting) void form.handleSubmit(attempt)(event)
    },
    isBusy: isSubmitting,
    problem: errors.root?.message,
    sentShare,
    isRestored: restored !== null,
    discard: clear,
    isKept: options.draft !== undefined,
    isUnsaved: leaveGuard ? () => sent.current === null && !isSame(form.getValues(), defaults) : undefined,
  }
  return {
    ...state,
    /** Name, error and events of a field, to be spread on its control. */
    field: (name: FieldPath<input<Schema>>) => {
      const first: unknown = Reflect.get(restored ?? defaults, name)
      // A list of choices shows its first one, whatever the form holds, unless React knows better from the start.
      return {
        ...form.register(name),
        error: fieldError(form, name),
        ...(typeof first === 'string' && { defaultValue: first }),
      }
    },
    /** The same for a control that takes a value in place of events. */
    value: <Name extends FieldPath<input<Schema>>>(name: Name) => valueField(form, name),
    fields: form,
    /** False while pictures of the draft are still on their way from the device. */
    isReady,
    /** Names of the fields, the first part alone, with which it could not be sent as it is; says nothing on screen. */
    wrong(): ReadonlySet<string> {
      const { issues } = safeParse(schema, form.getValues()).error ?? { issues: [] }
      return new Set(issues.map(({ path }) => String(path[0])))
    },
    /** Sends once more what the form asked and something that it did not ask, as a code; throws what goes wrong. */
    send,
    /** Says a failure where `submit` says it. */
    tell,
  }
}

/** The draft of what differs from the form's beginning; one that keeps nothing where none is asked for. */
function draftFor<Values extends FieldValues>(
  { draft, defaults }: { draft?: DraftOption<Values> | undefined; defaults: DefaultValues<Values> },
  owner: string,
) {
  if (draft === undefined) return noDraft
  const { name, without = [], onDevice = [] } = typeof draft === 'string' ? { name: draft } : draft
  const kept = draftOf<DefaultValues<Values>>(name, defaults, owner, onDevice)
  return {
    ...kept,
    keep: (values: object) => {
      const changed = Object.entries(withoutSecrets(values)).filter(
        ([field, value]) => !without.some((each) => each === field) && !isSame(value, Reflect.get(defaults, field)),
      )
      if (changed.length === 0) kept.clear()
      else kept.keep(Object.fromEntries(changed))
    },
  }
}

const noDraft = { read: () => null, keep: () => {}, clear: () => {}, recall: () => Promise.resolve({}) }

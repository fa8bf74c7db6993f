import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import { safeParse, type input } from 'zod/mini'
import { inputField, useSchemaForm, valueField, type FormSchema } from '#web/api/form.ts'
import { useSession, wasLeft } from '#web/api/session.ts'
import { VISITOR } from '#web/api/tab-keeping.ts'
import { isSame } from '#web/lib/is-same.ts'
import { draftOf, draftOwner, withoutSecrets } from './draft.ts'

export type DraftOption<Values extends FieldValues> =
  | string
  | {
      readonly name: string
      /** Must be typed again after a reload. */
      readonly without?: readonly FieldPath<Values>[]
      /** Pictures that may wait on the device and outlive a reload; never one of an identity document. */
      readonly onDevice?: readonly FieldPath<Values>[]
      /** Stored with the input although it has no field, such as the version that an edit began from. */
      readonly along?: readonly FieldPath<Values>[]
      /** Kept in the browser, so that it is there again after the page was closed: for a form that takes long to fill in. */
      readonly outlivesTab?: boolean
    }

export interface DraftFormOptions<Schema extends FormSchema> {
  schema: Schema
  /** What every field begins with. */
  defaults: DefaultValues<input<Schema>>
  /**
   * Keeps what is typed until it was sent, under this name (with the id of what it is about). Passwords, codes and files
   * are left out, except for the files of `onDevice`.
   */
  draft?: DraftOption<input<Schema>> | undefined
  /** Asks before what was typed is left. */
  leaveGuard?: boolean | undefined
  /** While nothing is typed, the form shows new `defaults` as they arrive; they must be memoized. */
  followsDefaults?: boolean | undefined
}

/** The fields of a form, their draft and whether something is unsaved. What sends them calls `settle` afterwards. */
export function useDraftForm<Schema extends FormSchema>(options: DraftFormOptions<Schema>) {
  const { schema, defaults, leaveGuard = false, followsDefaults = false } = options
  const owner = useRef(draftOwner())
  /** What was sent, until something else is typed. */
  const sent = useRef<object | null>(null)
  const [restored, setRestored] = useState(() => draftFor(options, draftOwner()).read())
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
    // A session that expired has not been left: what is on the screen still belongs to its owner.
    const present = person ?? (wasLeft() ? VISITOR : owner.current)
    const before = owner.current
    owner.current = present
    if (present === before || sent.current !== null) return
    if (before === VISITOR && latest.current.draft === undefined) return
    const kept = draftFor(latest.current, present).read()
    setRestored(kept)
    reset(kept ?? latest.current.defaults)
  }, [person, reset])

  const followed = useRef(defaults)
  useEffect(() => {
    if (!followsDefaults) return
    const values = getValues()
    const isTyped = isChanged(latest.current, followed.current, values) && isChanged(latest.current, defaults, values)
    followed.current = defaults
    if (isTyped || isSame(values, defaults)) return
    setRestored(null)
    reset(defaults)
  }, [followsDefaults, defaults, getValues, reset])

  const isUnsaved = () => sent.current === null && isChanged(options, defaults, form.getValues())

  function settle(values: object = { ...form.getValues() }) {
    sent.current = values
    draftFor(latest.current, owner.current).clear()
    setRestored(null)
  }

  function showAs(values: DefaultValues<input<Schema>>) {
    settle(Object.assign({}, values))
    form.reset(values)
  }

  return {
    /** React-hook-form's own. */
    fields: form,
    isBusy: isSubmitting,
    problem: errors.root?.message,
    isRestored: restored !== null,
    isKept: options.draft !== undefined,
    isUnsaved: leaveGuard ? isUnsaved : undefined,
    /** False while pictures of the draft are still on their way from the device. */
    isReady,
    /** Starts over: the defaults, and no draft. */
    discard: () => showAs(defaults),
    /** What is typed was saved: its draft goes. */
    settle: () => settle(),
    /** Shows `values`, with nothing left to save. */
    showAs,
    /** Name, error and events of a field, to be spread on its control. */
    field: (name: FieldPath<input<Schema>>) => {
      const first: unknown = Reflect.get(restored ?? defaults, name)
      // A select shows its first option, whatever the form holds, unless React knows the value from the start.
      return {
        ...inputField(form, name),
        ...(typeof first === 'string' && { defaultValue: first }),
      }
    },
    /** The same for a control that takes a value in place of events. */
    value: <Name extends FieldPath<input<Schema>>>(name: Name) => valueField(form, name),
    /** Top-level names of the fields that keep the form from being sent; shows nothing on screen. */
    wrong(): ReadonlySet<string> {
      const { issues } = safeParse(schema, form.getValues()).error ?? { issues: [] }
      return new Set(issues.map(({ path }) => String(path[0])))
    },
  }
}

type DraftSettings<Values extends FieldValues> = {
  draft?: DraftOption<Values> | undefined
  defaults: DefaultValues<Values>
}

function draftNames<Values extends FieldValues>({ draft }: DraftSettings<Values>) {
  const none: readonly string[] = []
  return {
    name: '',
    without: none,
    onDevice: none,
    along: none,
    outlivesTab: false,
    ...(typeof draft === 'string' ? { name: draft } : draft),
  }
}

/** Whether `values` differ from `from` in what people type. */
function isChanged<Values extends FieldValues>(settings: DraftSettings<Values>, from: object, values: object): boolean {
  const { along } = draftNames(settings)
  return Object.entries(values).some(
    ([name, value]) => !along.includes(name) && !isSame(value, Reflect.get(from, name)),
  )
}

/** The draft of what differs from the form's defaults; keeps nothing for a form without one. */
function draftFor<Values extends FieldValues>(settings: DraftSettings<Values>, owner: string) {
  const { draft, defaults } = settings
  if (draft === undefined) return noDraft
  const { name, without, onDevice, along, outlivesTab } = draftNames(settings)
  const area = outlivesTab ? localStorage : sessionStorage
  const kept = draftOf<DefaultValues<Values>>(name, defaults, owner, onDevice, area)
  return {
    ...kept,
    keep: (values: object) => {
      const changed = Object.entries(withoutSecrets(values)).filter(
        ([field, value]) => !without.includes(field) && !isSame(value, Reflect.get(defaults, field)),
      )
      if (changed.every(([field]) => along.includes(field))) return kept.clear()
      const companions = along.map((field) => [field, Reflect.get(values, field)])
      kept.keep(Object.fromEntries([...changed, ...companions]))
    },
  }
}

const noDraft = { read: () => null, keep: () => {}, clear: () => {}, recall: () => Promise.resolve({}) }

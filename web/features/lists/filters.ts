/** The kinds of filters that a list may have: how each is written in the address, and which control edits it. */
import { dateInput } from '#contract/values/date-schemas.ts'
import { asLine, shorten } from '#contract/values/text.ts'
import type { ChoiceSource } from './searched-choices.ts'
import { slugOf, type StateLabel } from './states.ts'

/** The longest text that the server takes. */
export const MAX_TEXT = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface FilterOption {
  /** In the address. */
  readonly text: string
  readonly label: string
}

/** What a list draws for a filter. The screen draws a filter without a control. */
export type FilterControl =
  | {
      readonly kind: 'chips' | 'select'
      readonly label: string
      readonly all: string
      readonly options: readonly FilterOption[]
    }
  | { readonly kind: 'search'; readonly label: string; readonly placeholder: string }
  | { readonly kind: 'day'; readonly label: string }
  /** A choice among rows that the screen knows (`choices` of `ListView`). */
  | { readonly kind: 'given'; readonly label: string; readonly all: string }
  /** A choice among more than can be listed: the server searches them. */
  | { readonly kind: 'searched'; readonly label: string; readonly all: string; readonly source: ChoiceSource }
  /** Two filters in one control; this is the first day's, `until` the query's name of the other. */
  | {
      readonly kind: 'period'
      readonly label: string
      readonly until: string
      /** The button in front of other days and the list's other fields. */
      readonly more: string
    }

export interface Filter<Value> {
  /** Its name in the address. */
  readonly param: string
  readonly control?: FilterControl | undefined
  /** The value of a text of the address; undefined where that is not well formed. */
  read(text: string): Value | undefined
  write(value: Value): string
}

interface ShownChoice {
  readonly kind?: 'chips' | 'select'
  readonly label: string
  readonly all: string
}

/** One of a few values: `[value, text in the address, label]`. */
export function choice<const Value extends string | number | boolean>(
  param: string,
  options: readonly (readonly [value: Value, text: string, label: string])[],
  shown?: ShownChoice,
): Filter<Value> {
  return {
    param,
    control: shown && { kind: 'chips', ...shown, options: options.map(([, text, label]) => ({ text, label })) },
    read: (text) => options.find(([, known]) => known === text)?.[0],
    write: (value) => options.find(([known]) => known === value)?.[1] ?? '',
  }
}

/** One of the states of a table of labels, in its order; of all of them, or those that `states` names. */
export function byState<State extends string, const Shown extends State = State>(
  param: string,
  labels: Readonly<Record<State, Pick<StateLabel, 'many' | 'slug'>>>,
  { states, ...shown }: ShownChoice & { readonly states?: readonly Shown[] },
): Filter<Shown> {
  const names = states ?? (Object.keys(labels) as Shown[]) // without `states`, Shown is State
  return choice(
    param,
    names.map((state) => [state, slugOf(labels[state]), labels[state].many] as const),
    shown,
  )
}

/** A typed text, asked for after a pause. */
export function search(
  param: string,
  shown?: { readonly label: string; readonly placeholder: string },
): Filter<string> {
  return {
    param,
    control: shown && { kind: 'search', ...shown },
    read: (text) => shorten(asLine(text), MAX_TEXT) || undefined,
    write: (value) => value,
  }
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(param: string, label?: string): Filter<string> {
  return {
    param,
    control: label === undefined ? undefined : { kind: 'day', label },
    read: (text) => (dateInput.safeParse(text).success ? text : undefined),
    write: (value) => value,
  }
}

/** From a day to a day, both counted: two filters to spread, by their names in the query and in the address. */
export function period<const From extends string, const Until extends string>(
  from: readonly [key: From, param: string],
  until: readonly [key: Until, param: string],
  { label = 'Días', more = 'Otras fechas' } = {},
): Readonly<Record<From | Until, Filter<string>>> {
  const control: FilterControl = { kind: 'period', label, more, until: until[0] }
  return { [from[0]]: { ...day(from[1]), control }, [until[0]]: day(until[1]) } as Record<From | Until, Filter<string>> // its two keys
}

/** The id of something whose names the screen gives, or the server searches. */
export function idOf(
  param: string,
  shown?: { readonly label: string; readonly all: string; readonly source?: ChoiceSource },
): Filter<string> {
  const source = shown?.source
  return {
    param,
    control: !shown ? undefined : source ? { kind: 'searched', ...shown, source } : { kind: 'given', ...shown },
    read: (text) => (UUID.test(text) ? text : undefined),
    write: (value) => value,
  }
}

/** A number of up to five digits, such as a category's. */
export function number(param: string): Filter<number> {
  return { param, read: (text) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined), write: String }
}

/** The kinds of filters that a list may have: how each stands in the address, and what control it is on screen. */
import { typedDate } from '#contract/dates.ts'
import { asLine, shorten } from '#contract/text.ts'

/** What the server takes of a typed text. */
export const MAX_TEXT = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface FilterOption {
  /** As the address says it. */
  readonly text: string
  readonly label: string
}

/** What a list draws for a filter; one without a control is the screen's to draw. */
export type FilterControl =
  | {
      readonly is: 'chips' | 'select'
      readonly label: string
      readonly all: string
      readonly options: readonly FilterOption[]
    }
  | { readonly is: 'search'; readonly label: string; readonly placeholder: string }
  | { readonly is: 'day'; readonly label: string }
  /** A choice among what the screen knows (`choices` of `ListView`). */
  | { readonly is: 'given'; readonly label: string; readonly all: string }

export interface Filter<Value> {
  /** Its name in the address. */
  readonly param: string
  readonly control?: FilterControl | undefined
  /** The value of what the address says; undefined where that is not well formed. */
  read(text: string): Value | undefined
  write(value: Value): string
}

/** One of a few values: `[value, text in the address, label]`. */
export function choice<const Value extends string | number | boolean>(
  param: string,
  options: readonly (readonly [value: Value, text: string, label: string])[],
  shown?: { readonly is: 'chips' | 'select'; readonly label: string; readonly all: string },
): Filter<Value> {
  return {
    param,
    control: shown && { ...shown, options: options.map(([, text, label]) => ({ text, label })) },
    read: (text) => options.find(([, known]) => known === text)?.[0],
    write: (value) => options.find(([known]) => known === value)?.[1] ?? '',
  }
}

/** A typed text, looked for after a pause. */
export function search(
  param: string,
  shown?: { readonly label: string; readonly placeholder: string },
): Filter<string> {
  return {
    param,
    control: shown && { is: 'search', ...shown },
    read: (text) => shorten(asLine(text), MAX_TEXT) || undefined,
    write: (value) => value,
  }
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(param: string, label?: string): Filter<string> {
  return {
    param,
    control: label === undefined ? undefined : { is: 'day', label },
    read: (text) => (typedDate.safeParse(text).success ? text : undefined),
    write: (value) => value,
  }
}

/** The id of something whose names the screen gives. */
export function idOf(param: string, shown?: { readonly label: string; readonly all: string }): Filter<string> {
  return {
    param,
    control: shown && { is: 'given', ...shown },
    read: (text) => (UUID.test(text) ? text : undefined),
    write: (value) => value,
  }
}

/** A number of up to five digits, such as a category's. */
export function number(param: string): Filter<number> {
  return { param, read: (text) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined), write: String }
}

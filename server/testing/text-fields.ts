/** The strings that endpoints take, found in their schemas: so that a field that is added is tested without a line here. */
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import type { EndpointSpec } from '#contract/api/endpoint.ts'

export interface TextField {
  readonly part: 'params' | 'query' | 'body'
  /** From the part's root; `*` means each item of a list or each key of a record. */
  readonly path: readonly string[]
  readonly schema: $ZodType
}

/** Every string of an endpoint's input. Throws for a kind of schema that it does not know: its strings would be missed. */
export function textFieldsOf(spec: EndpointSpec): TextField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = spec[part]
    return schema ? stringsOf(schema, []).map((found) => ({ part, ...found })) : []
  })
}

type Found = Omit<TextField, 'part'>

/** Kinds that hold no text, or one that its use case judges by itself (`unknown`). */
const TEXTLESS = new Set(['number', 'boolean', 'enum', 'literal', 'unknown', 'null'])

function stringsOf(schema: $ZodType, path: readonly string[]): Found[] {
  const { def } = (schema as $ZodTypes)._zod // the union of the library's own kinds
  if (def.type === 'string') return [{ path, schema }]
  if (def.type === 'object') {
    return Object.entries(def.shape).flatMap(([name, inner]) => stringsOf(inner, [...path, name]))
  }
  if (def.type === 'array') return stringsOf(def.element, [...path, '*'])
  if (def.type === 'record') return [def.keyType, def.valueType].flatMap((inner) => stringsOf(inner, [...path, '*']))
  if (def.type === 'union') return def.options.flatMap((option) => stringsOf(option, path))
  if (def.type === 'pipe') return stringsOf(def.in, path)
  if ('innerType' in def) return stringsOf(def.innerType, path)
  if (TEXTLESS.has(def.type)) return []
  throw new Error(`${path.join('.')}: strings inside ${def.type} are not looked for yet`)
}

/**
 * Query strings and multipart fields arrive as text; this turns each into what its schema expects, so that one schema
 * serves JSON and text alike. What does not look like the expected kind is left as it is, for the schema to refuse.
 */
import type { $ZodType } from 'zod/v4/core'
import { hasDoubledKey } from './doubled-keys.ts'
import { inputSchema, type JsonSchema } from './schemas.ts'

type Kind = 'number' | 'boolean' | 'text' | 'json'

function kindOf(schema: JsonSchema): Kind {
  const options = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  const types = options.flatMap((option) =>
    Array.isArray(option.type) ? option.type : option.type ? [option.type] : [],
  )
  if (types.includes('string')) return 'text'
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (types.includes('boolean')) return 'boolean'
  return types.includes('object') || types.includes('array') ? 'json' : 'text'
}

function convert(kind: Kind, text: string): unknown {
  if (kind === 'number') return /^-?\d{1,16}(\.\d+)?$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (kind === 'json') {
    // A text stays one where it is no JSON, or ambiguous: the schema refuses it with the field's name.
    try {
      const value: unknown = JSON.parse(text)
      return hasDoubledKey(text, value) ? text : value
    } catch {
      return text
    }
  }
  return text
}

function takesNull(schema: JsonSchema): boolean {
  return [schema, ...(schema.anyOf ?? [])].some(
    ({ type }) => type === 'null' || (Array.isArray(type) && type.includes('null')),
  )
}

/**
 * A converter for the text fields of `schema`. Empty text counts as absent, or `clears`: then it is null where the schema
 * takes that, and else left for the schema to judge (rule R3.5).
 */
export function textReader(
  schema: $ZodType,
  empty: 'absent' | 'clears' = 'absent',
): (fields: Record<string, unknown>) => Record<string, unknown> {
  const properties = inputSchema(schema).properties ?? {}
  const kinds = new Map(Object.entries(properties).map(([name, property]) => [name, kindOf(property)]))
  const nullable = new Set(Object.keys(properties).filter((name) => takesNull(properties[name] ?? {})))
  return (fields) => {
    const read: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(fields)) {
      if (value === '') {
        if (empty === 'clears') read[name] = nullable.has(name) ? null : value
        continue
      }
      read[name] = typeof value === 'string' ? convert(kinds.get(name) ?? 'text', value) : value
    }
    return read
  }
}

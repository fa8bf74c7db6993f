/** JSON Schema and fast serialisers derived from the contract's zod schemas. */
import fastJsonStringify from 'fast-json-stringify'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'

export interface JsonSchema {
  readonly type?: string | string[]
  readonly properties?: Record<string, JsonSchema>
  readonly anyOf?: JsonSchema[]
  readonly allOf?: JsonSchema[]
  readonly [key: string]: unknown
}

const options = { target: 'draft-7', reused: 'inline', unrepresentable: 'any' } as const

/** What a caller may send. */
export function inputSchema(schema: $ZodType): JsonSchema {
  return z.toJSONSchema(schema, { ...options, io: 'input' }) as JsonSchema // the library types it more loosely
}

/** What the server answers. */
export function outputSchema(schema: $ZodType): JsonSchema {
  return z.toJSONSchema(schema, { ...options, io: 'output' }) as JsonSchema
}

/** Writes an answer as JSON, cut to its schema: fields that it does not name never leave the server. */
export function serializer(schema: $ZodType): (value: unknown) => string {
  return fastJsonStringify(outputSchema(schema) as Parameters<typeof fastJsonStringify>[0]) // same document, two type names
}

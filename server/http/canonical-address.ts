/**
 * The one spelling of a read's address: the path with its values, then the declared fields that say something other than
 * their default, in the order of the contract. Two addresses that ask the same have the same one.
 */
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { inputSchema } from './schemas.ts'

interface ReadInput {
  readonly params: unknown
  readonly query: unknown
}

/**
 * Gives what a read of `spec` asks, from its parsed input: its canonical address, and the input as that address says it.
 * Fields that are not declared are no part of it, and a text of spaces is none.
 */
export function canonicalRead({ path, query }: Pick<EndpointSpec, 'path' | 'query'>) {
  const fields = Object.entries((query && inputSchema(query).properties) ?? {})
  const defaults = fields.map(([name, schema]) => [name, schema['default']] as const)
  return <Input extends ReadInput>(input: Input): { address: string; input: Input } => {
    const given = (input.query ?? {}) as Record<string, unknown> // parsed by the schema
    const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    const said = defaults.flatMap(([name, standard]) => {
      const value = present[name]
      return value === undefined || value === null || value === standard ? [] : [[name, textOf(value)] as const]
    })
    return {
      address: writeAddress(path, (input.params ?? {}) as Record<string, unknown>, said), // parsed by the schema
      input: query ? { ...input, query: present } : input,
    }
  }
}

/** An address in that spelling. `path` has its values as `{name}` or `:name`. */
export function writeAddress(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: readonly (readonly [string, string])[],
): string {
  const plain = path.replaceAll(/\{(\w+)\}|:(\w+)/g, (_, braced: string | undefined, colon: string | undefined) =>
    encodeURIComponent(String(params[braced ?? colon ?? ''])),
  )
  return query.length === 0
    ? plain
    : `${plain}?${new URLSearchParams([...query].map(([name, value]): [string, string] => [name, value]))}`
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

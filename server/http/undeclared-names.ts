/**
 * Names that an input has and its schema does not declare. They are refused, because a misspelt optional name would make
 * an act larger than its sender meant: a refund of a part that misses its amount is a refund of the whole (rule R3.17).
 */
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import type { EndpointSpec } from '#contract/api/endpoint.ts'

type Path = readonly (string | number)[]
/** The path of the first undeclared name, or null. */
type Finder = (value: unknown, at: Path) => Path | null

const NOTHING: Finder = () => null

/** Finds the first name that `schema` does not declare, inside lists too; without a schema nothing is declared. */
export function undeclaredName(schema: $ZodType | undefined): (value: unknown) => Path | null {
  const find = schema ? finderOf(schema) : inNothing
  return (value) => find(value, [])
}

/**
 * Whether the names of an endpoint's query are checked. Links to what is public carry names that others added, to count
 * visits for example. Who signs a body adds to the address what they like.
 */
export function checksQuery({ method, access, rawBody }: EndpointSpec): boolean {
  if (rawBody) return false
  return method !== 'GET' || (access !== 'public' && (typeof access === 'string' || access.roles !== 'public'))
}

function finderOf(schema: $ZodType): Finder {
  const { def } = (schema as $ZodTypes)._zod // every schema of the contract is one of the library's own
  if (def.type === 'object') return def.catchall ? NOTHING : inObject(def.shape)
  if (def.type === 'pipe') return finderOf(def.in)
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return finderOf(def.innerType)
  if (def.type !== 'array') return NOTHING
  const find = finderOf(def.element)
  return find === NOTHING ? NOTHING : inEach(find)
}

/** Names the first field of what came; of a list or a text, which no schema refuses here, the whole. */
const inNothing: Finder = (value, at) => {
  if (value === null || value === undefined) return null
  return typeof value === 'object' && !Array.isArray(value) ? inObject({})(value, at) : at
}

function inObject(shape: Readonly<Record<string, $ZodType>>): Finder {
  const finders = new Map(Object.entries(shape).map(([name, schema]) => [name, finderOf(schema)]))
  return (value, at) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
    for (const [name, inner] of Object.entries(value)) {
      const find = finders.get(name)
      const found = find ? find(inner, [...at, name]) : [...at, name]
      if (found) return found
    }
    return null
  }
}

function inEach(find: Finder): Finder {
  return (value, at) => {
    if (!Array.isArray(value)) return null
    for (const [index, item] of value.entries()) {
      const found = find(item, [...at, index])
      if (found) return found
    }
    return null
  }
}

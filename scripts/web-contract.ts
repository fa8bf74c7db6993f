/**
 * What of the contract the browser carries: an endpoint without what the server alone reads of it, and of each file only the values
 * that screens use. Half of a landing's schemas say what the server may answer.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import type { EndpointSpec } from '#contract/api/endpoint.ts'

const CONTRACT = fileURLToPath(new URL('../contract/', import.meta.url))

/** Read by the server, by the API's description and by tests. */
const SERVER_ONLY: readonly string[] = [
  'summary',
  'whileImpersonating',
  'rate',
  'audit',
  'auditBeside',
  'invalid',
  'response',
] satisfies (keyof EndpointSpec)[]
/** The browser asks whether there are any, never which. */
const ONLY_WHETHER: readonly string[] = ['params', 'query'] satisfies (keyof EndpointSpec)[]

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number]
type Declared = Extract<Statement, { type: 'VariableDeclaration' }>
type Value = NonNullable<Declared['declarations'][number]['init']>
/** Text in place of a part of a file. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export function webContract(): Plugin {
  return {
    name: 'previa:web-contract',
    apply: 'build',
    // After the types are gone.
    enforce: 'post',
    transform(code, id) {
      return id.startsWith(CONTRACT) ? { code: edited(code, this.parse(code).body.flatMap(editsOf)), map: null } : null
    },
  }
}

function editsOf(statement: Statement): Edit[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init ? [...unlessUsed(init), ...endpointEdits(init)] : [],
  )
}

/** Making a value of the contract has no other effect: one that is not used goes, and what only it used. */
function unlessUsed({ type, start, end }: Value): Edit[] {
  if (type === 'Literal' || type === 'ArrowFunctionExpression') return []
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => (' },
    { start: end, end, text: '))()' },
  ]
}

function endpointEdits(value: Value): Edit[] {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'endpoint')
    return []
  const [spec] = value.arguments
  if (spec?.type !== 'ObjectExpression') return []
  return spec.properties.flatMap((property, index) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { name } = property.key
    const { start, end } = property.value
    if (ONLY_WHETHER.includes(name)) return [{ start, end, text: '{}' }]
    // Bytes, nothing, a redirect: how an answer is read is a word.
    if (!SERVER_ONLY.includes(name) || (name === 'response' && property.value.type === 'Literal')) return []
    return [{ start: property.start, end: spec.properties[index + 1]?.start ?? property.end, text: '' }]
  })
}

/** From the end, so that places before stay where they are. */
function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
}

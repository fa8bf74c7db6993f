/** The classes that a component may have, read from its source: literals, ternaries, templates, and maps of variants. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

type Node = Record<string, unknown> & { readonly type: string }
/** Names of the properties that lead from a value to a class; `*` where the name is known only at run time. */
type Way = readonly string[]

interface Module {
  readonly ast: Node
  readonly path: string
  readonly values: ReadonlyMap<string, readonly { readonly init: Node; readonly way: Way }[]>
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodes = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
const nameOf = (node: unknown): string =>
  isNode(node) ? String(node['name'] ?? (typeof node['value'] === 'string' ? node['value'] : '*')) : '*'

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) for (const child of nodes(value)) walk(child, visit)
}

const root = join(import.meta.dirname, '../..')
const modules = new Map<string, Module>()

function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const read = parseModule(path, readFileSync(path, 'utf8'))
  modules.set(path, read)
  return read
}

function parseModule(path: string, source: string): Module {
  const ast = parseSync(path, source).program as unknown as Node // its own types name every kind of node
  const values = new Map<string, { init: Node; way: Way }[]>()
  const imports = new Map<string, { path: string; name: string }>()
  const add = (name: string, init: Node, way: Way) => values.set(name, [...(values.get(name) ?? []), { init, way }])
  walk(ast, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node['id']) && isNode(node['init'])) {
      const { id, init } = node as Node & { id: Node; init: Node }
      if (id.type === 'Identifier') add(nameOf(id), init, [])
      for (const property of nodes(id['properties'])) {
        const target = property['value']
        if (isNode(target)) add(nameOf(target['left'] ?? target), init, [nameOf(property['key'])])
      }
    }
    if (node.type !== 'ImportDeclaration') return
    const from = nameOf(node['source'])
    const at = from.startsWith('#') ? join(root, from.slice(1)) : join(dirname(path), from)
    if (!/^[.#].*\.tsx?$/.test(from)) return
    for (const each of nodes(node['specifiers'])) {
      imports.set(nameOf(each['local']), { path: at, name: nameOf(each['imported']) })
    }
  })
  return { ast, path, values, imports }
}

/** The classes of the file at a path, or of a source that stands for it. */
export function classesOf(path: string, source?: string): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Map<Node, Set<string>>()
  const start = source === undefined ? moduleAt(path) : parseModule(path, source)

  function collect(node: unknown, way: Way, module: Module): void {
    if (!isNode(node)) return
    const ways = seen.get(node) ?? new Set()
    const key = way.join('.')
    if (ways.has(key)) return
    seen.set(node, ways.add(key))
    const into = (...children: unknown[]) => {
      for (const child of children.flat()) collect(child, way, module)
    }
    switch (node.type) {
      case 'Literal':
        if (way.length === 0 && typeof node['value'] === 'string') addWords(node['value'])
        return
      case 'TemplateLiteral': {
        const texts = nodes(node['quasis']).map(({ value }) => String((value as { cooked?: string }).cooked ?? ''))
        // What touches a placeholder is half a word.
        texts.forEach((text, at) =>
          addWords(text.replace(at > 0 ? /^\S+/ : '', '').replace(at < texts.length - 1 ? /\S+$/ : '', '')),
        )
        return into(node['expressions'])
      }
      case 'ConditionalExpression':
        return into(node['consequent'], node['alternate'])
      case 'LogicalExpression':
        return into(node['right'], node['operator'] === '&&' ? null : node['left'])
      case 'BinaryExpression':
        return into(node['left'], node['right'])
      case 'CallExpression':
        return nameOf(node['callee']) === 'classes' ? into(node['arguments']) : undefined
      case 'ArrowFunctionExpression':
        return into(node['body'])
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return into(node['expression'])
      case 'MemberExpression':
        return collect(node['object'], [node['computed'] ? '*' : nameOf(node['property']), ...way], module)
      case 'ObjectExpression': {
        const [name, ...rest] = way
        for (const each of nodes(node['properties'])) {
          if (name === '*' || name === nameOf(each['key'])) collect(each['value'], rest, module)
        }
        return
      }
      case 'Identifier': {
        const name = nameOf(node)
        for (const { init, way: begun } of module.values.get(name) ?? []) collect(init, [...begun, ...way], module)
        const origin = module.imports.get(name)
        const other = origin && moduleAt(origin.path)
        for (const { init } of other?.values.get(origin?.name ?? '') ?? []) if (other) collect(init, way, other)
      }
    }
  }
  function addWords(text: string): void {
    for (const word of text.split(/\s+/)) if (word) found.add(word)
  }

  walk(start.ast, (node) => {
    const name = nameOf(node['name'] ?? node['key'])
    const isClass = /(^c|C)lassName$/.test(name)
    if (node.type === 'JSXAttribute' && (isClass || name === 'skeleton')) collect(node['value'], [], start)
    if (node.type === 'Property' && isClass && !isPattern(node)) collect(node['value'], [], start)
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'classes') collect(node, [], start)
  })
  return found
}

/** `{ className }` of a parameter. */
const isPattern = (node: Node) => node['shorthand'] === true

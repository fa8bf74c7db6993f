/** Who may call what, as `docs/permissions.md` shall read: the endpoints' own declarations, a table for each file of the contract. */
import { readdir } from 'node:fs/promises'
import type { Access, EndpointSpec } from '#contract/api/endpoint.ts'
import { objectRules } from '#contract/api/object-rules.ts'
import { ROLES } from '#contract/api/roles.ts'
import { topics } from '#contract/api/topics.ts'

const CONTRACT = new URL('../contract/', import.meta.url)

const INTRODUCTION = `# Who may call what

Written by \`npm run docs:permissions\` from the declarations in \`contract/\`; a test fails when the two differ. The server decides
by the same values (\`server/http/access.ts\`), and \`server/testing/access.test.ts\` tries every call as every actor.

- **who** – \`public\` is anybody, \`signedIn\` any open session, otherwise one of these roles (\`RRPP\` is a promoter); \`CLIENT\` is every account but the
  legal one, which may do only what names it (rule R5.7). A change of roles takes effect within five seconds (rule R5.2).
- **whose** – the object rule and the input that names the object. A caller who does not pass gets the answer of an unknown id.
- **again** – the password was given in the last 15 minutes (step-up, rule R5.8).
- **support** – what a session of technical support may do in the person's name (rule R5.16).
- **how often** – beyond it calls are refused, of an address they wait (section R4); \`some\` means that only the calls that
  the handler names count.
`

/** The text of `docs/permissions.md`. */
export async function describePermissions(): Promise<string> {
  const rules = Object.entries(objectRules).map(([name, words]) => `- \`${name}\` – ${words}`)
  const tables: string[] = []
  const all: Named[] = []
  const files = (await readdir(CONTRACT, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/\.ts$/, '')
  for (const file of files.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    const specs = await specsOf(file)
    if (specs.length === 0) continue
    all.push(...specs)
    tables.push(
      [
        `## ${nameOf(file)}`,
        '',
        '| endpoint | call | who | whose | again | support | how often |',
        '|---|---|---|---|---|---|---|',
        ...specs.map(({ name, spec }) => rowOf(name, spec)),
        '',
      ].join('\n'),
    )
  }
  const heard = Object.entries(topics).map(([name, { access, says }]) => `| \`${name}\` | ${whoOf(access)} | ${says} |`)
  return [
    INTRODUCTION,
    '## Object rules',
    '',
    ...rules,
    '',
    '## By role',
    '',
    'The calls that name a role; those that are `public` or `signedIn` come on top.',
    '',
    ...ROLES.map((role) => `- **${role}**: ${callsOf(role, all)}`),
    '',
    '## Topics of the stream',
    '',
    'What `openStream` reports, and to whom. A stream ends with its session, a topic with the right to it.',
    '',
    '| topic | who, whose | says |',
    '|---|---|---|',
    ...heard,
    '',
    tables.join('\n'),
  ].join('\n')
}

function whoOf(access: Access): string {
  if (typeof access === 'string') return `${access}, their own`
  const { roles, object } = access
  return `${typeof roles === 'string' ? roles : roles.join(', ')}${object ? `, \`${object.rule}\`` : ''}`
}

interface Named {
  readonly name: string
  readonly spec: EndpointSpec
}

function callsOf(role: string, all: readonly Named[]): string {
  const named = all.filter(({ spec: { access } }) => {
    const roles: readonly string[] = typeof access === 'string' || typeof access.roles === 'string' ? [] : access.roles
    return roles.includes(role)
  })
  return named.map(({ name }) => `\`${name}\``).join(', ') || 'none'
}

async function specsOf(file: string): Promise<Named[]> {
  const module = (await import(new URL(file, CONTRACT).href)) as Record<string, unknown>
  const specs = Object.entries(module).flatMap(([name, value]) => (isSpec(value) ? { name, spec: value } : []))
  const key = ({ spec }: (typeof specs)[number]) => `${spec.path} ${spec.method}`
  return specs.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

function isSpec(value: unknown): value is EndpointSpec {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

function rowOf(name: string, { method, path, access, stepUp, whileImpersonating, rate }: EndpointSpec): string {
  const roles = typeof access === 'string' ? access : access.roles
  const object = typeof access === 'string' ? undefined : access.object
  const cells = [
    `\`${name}\``,
    `${method} ${path}`,
    typeof roles === 'string' ? roles : roles.join(', '),
    object ? `\`${object.rule}\` by ${object.from}` : '',
    stepUp ? 'yes' : '',
    whileImpersonating,
    rate ? oftenOf(rate) : '',
  ]
  return `| ${cells.join(' | ')} |`
}

function oftenOf({
  per,
  limit,
  seconds,
  target,
  isCountedByHandler,
  isForgivenByHandler,
}: NonNullable<EndpointSpec['rate']>) {
  const whom = per === 'target' ? `target (${target})` : per
  const some = isCountedByHandler || isForgivenByHandler ? ', some' : ''
  return `${limit} per ${whom} in ${lengthOf(seconds)}${some}`
}

function lengthOf(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

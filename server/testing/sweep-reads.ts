/** Reads asked with every filter, sort and search that they take, and the text of what they answer. */
import { inflateRawSync, inflateSync } from 'node:zlib'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { pdfLines } from './pdf-text.ts'
import { fieldsOf, requestFor, valueFor, type SampleRequest } from './requests.ts'
import type { ActorName, TargetObjects } from './samples.ts'
import { ROLES_OF } from './tenant.ts'

/** What searches ask for. */
export interface Wanted {
  readonly texts: readonly string[]
  readonly phone: string
}

/** Values that each field of a query may have: every choice, both ends, and what a search could find or break on. */
function choices(name: string, spec: EndpointSpec, of: TargetObjects, wanted: Wanted): unknown[] {
  const node = fieldsOf(spec.query)[name] ?? {}
  const choice = node.anyOf?.find(({ type }) => type !== 'null') ?? node
  if (Array.isArray(choice['enum'])) return choice['enum']
  if (choice.type === 'boolean') return [true, false]
  if (choice.type === 'integer' || choice.type === 'number') {
    return name === 'page'
      ? [2]
      : [...new Set([Number(choice['minimum'] ?? 1), 1, Math.min(100, Number(choice['maximum'] ?? 100))])]
  }
  if (choice['format'] === 'uuid' || /id$/i.test(name)) return [of.event, of.company, of.user]
  if (choice['format'] === 'date') return ['2020-01-01', '2035-05-05']
  if (/phone/i.test(name)) return [wanted.phone]
  return [...wanted.texts, String(valueFor(name, choice, of))]
}

/** Every field by itself, all lists as long as they get. */
export function* sweepRequests(spec: EndpointSpec, of: TargetObjects, wanted: Wanted): Generator<SampleRequest> {
  const plain = requestFor(spec, of, wanted)
  yield plain
  const names = Object.keys(fieldsOf(spec.query))
  const long = names.includes('limit') ? { limit: 100 } : {}
  for (const name of names)
    for (const value of choices(name, spec, of, wanted))
      yield { ...plain, query: { ...plain.query, ...long, [name]: value } }
}

export function admits({ access }: EndpointSpec, actor: ActorName): boolean {
  const roles = typeof access === 'string' ? access : access.roles
  if (roles === 'public') return true
  return actor !== 'anonymous' && (roles === 'signedIn' || roles.some((role) => ROLES_OF[actor].includes(role)))
}

/** The text of an answer, that inside a PDF or a spreadsheet too. */
export function textOf(body: Buffer): string {
  const plain = body.toString('latin1')
  if (plain.startsWith('PK\u0003\u0004')) return filesOf(body).join('\n')
  if (!plain.startsWith('%PDF')) return body.toString('utf8')
  const streams = [...plain.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, data = '']) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
    } catch {
      return '' // fonts and pictures
    }
  })
  return [plain, ...streams, ...pdfLines(body)].join('\n')
}

/** What the files of an archive hold. */
function filesOf(archive: Buffer): string[] {
  const files: string[] = []
  for (let at = archive.indexOf('PK\u0001\u0002'); at >= 0; at = archive.indexOf('PK\u0001\u0002', at + 4)) {
    const [method, size, start] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 42),
    ]
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const bytes = archive.subarray(data, data + size)
    files.push((method === 8 ? inflateRawSync(bytes) : bytes).toString('utf8'))
  }
  return files
}

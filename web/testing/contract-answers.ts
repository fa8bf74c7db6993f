/** What tests let the server say is held against the contract: an answer that no server of ours gives proves nothing. */
import * as z from 'zod/mini'
import { commonFailures } from '#contract/api/common-failures.ts'
import { failuresOf, type EndpointSpec } from '#contract/api/endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>(['../../contract/*/*.ts', '!../../contract/*/*.test.ts'], {
  eager: true,
})

function isEndpoint(value: unknown): value is EndpointSpec {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
}

/** Every endpoint of the contract. */
export const allEndpoints: readonly EndpointSpec[] = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isEndpoint),
)

const parameters = (path: string) => path.split('{').length - 1

/** Literal addresses before those with parameters. */
const endpoints = [...allEndpoints]
  .sort((a, b) => parameters(a.path) - parameters(b.path))
  .map((spec) => ({ spec, pattern: new RegExp(`^${spec.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

/** The endpoint that a call means; undefined for what is none of the contract's. */
export function endpointOf(method: string, path: string): EndpointSpec | undefined {
  return endpoints.find(({ spec, pattern }) => spec.method === method && pattern.test(path))?.spec
}

const faults: string[] = []

/** What was answered against the contract since the last time. */
export function takeFaults(): string[] {
  return faults.splice(0)
}

/**
 * Notes what the endpoint would never answer: a body that its schema refuses, a code that it does not declare. What a proxy
 * between us may say, or a server that is older than the page, passes: the common failures, and words that are not ours.
 */
export async function holdToContract(spec: EndpointSpec | undefined, call: string, response: Response): Promise<void> {
  if (!spec) return // an endpoint that the test made up
  const body = await jsonOf(response)
  if (response.ok) {
    if (typeof spec.response === 'string') return
    const parsed = z.safeParse(spec.response, body)
    if (!parsed.success) faults.push(`${call} answered ${JSON.stringify(parsed.error.issues.slice(0, 3))}`)
    return
  }
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined
  const known = new Set<string>([...failuresOf(spec), ...Object.keys(commonFailures)])
  if (code !== undefined && !known.has(code)) {
    faults.push(`${call} answered ${response.status} ${code}, which it does not declare`)
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.clone().text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a file, an empty answer, a proxy's page
  }
}

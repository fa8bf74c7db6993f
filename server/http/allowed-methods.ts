/** Which methods an address takes, for the answer to another one. */
import type { EndpointSpec } from '#contract/api/endpoint.ts'

/** Gives, for the path of a request, the methods of the endpoints that have it; none for an address of nothing. */
export function createAllowedMethods(specs: readonly Pick<EndpointSpec, 'method' | 'path'>[]) {
  const patterns = specs.map(({ method, path }) => ({
    method,
    pattern: new RegExp(
      `^${path
        .split(/\{\w+\}/)
        .map(RegExp.escape)
        .join('[^/]+')}/?$`,
    ),
  }))
  return (url: string): string[] => {
    const path = url.split('?')[0] ?? url
    const methods = new Set<string>()
    for (const { method, pattern } of patterns) if (pattern.test(path)) methods.add(method)
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}

/** Who may call: the role first, then the object rule that the endpoint names. Decided here and nowhere else. */
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import type { Role } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { refusedFields } from '#server/shared/either-input.ts'
import { Failure } from '#server/shared/failure.ts'
import type { Rules } from './bound.ts'

/**
 * Checks role, impersonation and step-up. Throws `missing_token` or `session_expired` without a session,
 * `forbidden` for a role that can never call it, `impersonation_blocked`, `step_up_required`.
 */
export function checkRole(spec: EndpointSpec, actor: Actor | null, hasToken: boolean): void {
  const { access } = spec
  const allowed = typeof access === 'string' ? access : access.roles
  if (allowed !== 'public') {
    if (!actor) throw new Failure(hasToken ? 'session_expired' : 'missing_token')
    if (allowed !== 'signedIn' && !heldOf(actor, allowed).length) throw new Failure('forbidden')
  }
  if (actor?.impersonatorId && spec.whileImpersonating === 'blocked') throw new Failure('impersonation_blocked')
  if (spec.stepUp && !actor?.isConfirmed) throw new Failure('step_up_required')
}

/**
 * Runs the endpoint's object rule, when it has one, and gives its proof. The rule sees the caller with only the roles that
 * the endpoint admits: a right that belongs to another role of the same person must not open this endpoint's objects.
 */
export async function checkObject(
  app: App,
  rules: Rules,
  spec: EndpointSpec,
  actor: Actor | null,
  input: { params: unknown; query: unknown; body: unknown },
): Promise<string | undefined> {
  if (typeof spec.access === 'string' || !spec.access.object) return undefined
  const { rule, from, isOptional } = spec.access.object
  const check = rules[rule]
  if (!check) throw new Error(`No module implements the object rule ${rule}`)
  const id = valueAt(input, from)
  if (id === undefined && isOptional && actor) return undefined
  if (id === undefined) throw refusedFields([from.split('.').at(-1) ?? from])
  return check(app, narrowed(actor, spec.access.roles), String(id), input)
}

/** Whether an address leaves out the object that it may leave out. */
export function leavesObjectOut(spec: EndpointSpec, input: object): boolean {
  if (typeof spec.access === 'string' || !spec.access.object?.isOptional) return false
  return valueAt(input, spec.access.object.from) === undefined
}

/** Whether an input is known only once the body was read. */
export function isInBody(source: string | undefined): boolean {
  return source?.startsWith('body.') === true || source?.startsWith('either.') === true
}

function narrowed(actor: Actor | null, allowed: 'public' | 'signedIn' | readonly Role[]): Actor | null {
  if (!actor || typeof allowed === 'string') return actor
  return { ...actor, roles: heldOf(actor, allowed) }
}

/**
 * Which of `allowed` the caller has. Every account is a client, so that `CLIENT` means any account but the legal one: that
 * may do only what names it, whatever else the person is (rule R5.7).
 */
function heldOf(actor: Actor, allowed: readonly Role[]): Role[] {
  const isLegal = actor.roles.includes('legal')
  return actor.roles.filter((role) => allowed.includes(role) && (!isLegal || role === 'legal'))
}

/** The value at `params.id`, `query.eventId` or `body.ticketId`; `either.eventId` is the query's, else the body's. */
export function valueAt(input: object, source: string): unknown {
  const [part, field] = source.split('.')
  if (part === 'either') return valueAt(input, `query.${field}`) ?? valueAt(input, `body.${field}`)
  let value: unknown = input
  for (const key of source.split('.')) value = (value as Record<string, unknown> | undefined)?.[key]
  return value
}

/** Endpoints that do not say what the server needs to protect them: it refuses to start on any. */
export function undeclared(specs: readonly EndpointSpec[], rules: Rules): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const spec of specs) {
    const name = `${spec.method} ${spec.path}`
    if (seen.has(name)) problems.push(`${name} is bound twice`)
    seen.add(name)
    if (!spec.access || !spec.whileImpersonating || !spec.failures) problems.push(`${name} declares no access`)
    if (typeof spec.access === 'object' && spec.access.object && !rules[spec.access.object.rule]) {
      problems.push(`${name} names the rule ${spec.access.object.rule}, which no module implements`)
    }
    if (spec.cache && spec.method !== 'GET') problems.push(`${name} caches something that is not a read`)
  }
  return problems
}

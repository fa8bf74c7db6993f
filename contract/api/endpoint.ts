/**
 * An endpoint is a value: the server binds it, the web and the tests call it, OpenAPI and the access tests are derived
 * from it. One that does not say who may call it does not compile, and the server refuses to start on it.
 */
import type { $ZodType, input, output } from 'zod/v4/core'
import type { FileRule } from './files.ts'
import type { FailureCode } from './failures.ts'
import type { ObjectRule, Role } from './roles.ts'
import type { TopicName } from './topics.ts'

/** The input field that gives an object rule its id, for example `params.id` or `body.eventId`; `either` is the query or the body. */
export type IdSource = `${'params' | 'query' | 'body' | 'either'}.${string}`

export type Access =
  | 'public'
  | 'signedIn'
  | {
      readonly roles: 'public' | 'signedIn' | readonly Role[]
      /** `isOptional`: signed-in people may leave the id out and are answered of what is theirs; nothing of that is cached. */
      readonly object?: { readonly rule: ObjectRule; readonly from: IdSource; readonly isOptional?: true }
    }

/**
 * At most `limit` calls per `seconds`, counted per device, signed-in account or named target (rule R4.1). Of an address
 * that 50 times as many come from, or `limit` where it is `per: 'address'`, the rest wait.
 */
export interface RateLimit {
  readonly per: 'device' | 'account' | 'target' | 'address'
  readonly limit: number
  readonly seconds: number
  /** Endpoints that give the same name count together: addresses of one act. */
  readonly countedAs?: string
  /** Which input the target is, for `per: 'target'`. */
  readonly target?: IdSource
  /** For `per: 'target'`: each signed-in person has a count of their own, so that strangers with a link use up nothing of it. */
  readonly isApartForSessions?: true
  /** Only some calls count: those of which the handler says so. */
  readonly isCountedByHandler?: true
  /** For `per: 'address'`: every call counts until the handler has seen who sent it, and forgives it then. */
  readonly isForgivenByHandler?: true
}

export interface EndpointSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** OpenAPI spelling of the path: `/api/v1/event/{id}`. */
  readonly path: `/${string}`
  /** One sentence in Spanish for the API's readers. */
  readonly summary: string
  readonly access: Access
  /** The session must have proved its password in the last 15 minutes (rule R5.8). */
  readonly stepUp?: true
  readonly whileImpersonating: 'read' | 'write' | 'blocked'
  readonly rate?: RateLimit
  /** Action of the audit row that a call leaves when it changed something; several where it does one of several things. */
  readonly audit?: string | readonly [string, string, ...string[]]
  /** Actions of rows that it may leave besides, for what comes with its act or happens on the way. */
  readonly auditBeside?: readonly string[]
  /** Takes `Idempotency-Key`. */
  readonly idempotent?: true
  /** A public read kept serialised in memory for so long. */
  readonly cache?: { readonly seconds: number }
  /** Hints of this topic say when the answer of a read is old; its object is named by the input, or by who is signed in. */
  readonly live?: { readonly topic: TopicName; readonly of?: IdSource | 'session.companyId' }
  readonly params?: $ZodType
  readonly query?: $ZodType
  readonly body?: $ZodType
  /** Takes the body as the bytes that came, in place of `body`: for a signature over them. */
  readonly rawBody?: true
  readonly files?: Readonly<Record<string, FileRule>>
  /** JSON by its schema; `bytes` for files; `redirect` for a 303; `empty` for a 204; `stream` for hints until it ends. */
  readonly response: $ZodType | 'bytes' | 'redirect' | 'empty' | 'stream'
  readonly status?: 200 | 201 | 202
  /** The code for an input that the schemas refuse, where existing clients know it; `invalid_input` elsewhere. */
  readonly invalid?: FailureCode
  /**
   * Codes of its own, beyond those that follow from the rest of the declaration (`failuresOf`). A 401 or 403 listed here does
   * not end the session.
   */
  readonly failures: readonly FailureCode[]
  /** What is said of a failure without words of ours, where the specification has words for it. */
  readonly fallback?: string
  /**
   * The code of an answer without a body of ours, by its status, where the specification names one (rule R3.1). A 401 or 403
   * here is declared in `failures` too: it does not end the session.
   */
  readonly silent?: Readonly<Partial<Record<number, FailureCode>>>
}

/** Declares an endpoint; the type keeps every literal. */
export function endpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec
}

/** Failures of every call besides those it declares. */
const OF_ANY_CALL: readonly FailureCode[] = ['internal', 'timeout', 'busy']

/** Every code that a call may answer: its own, and those that follow from who may call, what it takes and how often. */
export function failuresOf(spec: EndpointSpec): ReadonlySet<FailureCode> {
  const roles = typeof spec.access === 'string' ? spec.access : spec.access.roles
  const codes = new Set([...OF_ANY_CALL, ...spec.failures])
  const add = (...more: readonly FailureCode[]) => more.forEach((code) => codes.add(code))
  if (roles !== 'public') add('missing_token', 'session_expired')
  if (typeof roles !== 'string') add('forbidden')
  if (spec.stepUp) add('step_up_required')
  if (spec.whileImpersonating === 'blocked') add('impersonation_blocked')
  if (spec.rate) add('too_many_requests')
  if (spec.idempotent) add('invalid_input', 'idempotency_mismatch', 'operation_running')
  if (spec.params || spec.query || spec.body) add('invalid_input', spec.invalid ?? 'invalid_input')
  if (spec.params) add('not_found')
  if (spec.method !== 'GET') add('invalid_input', 'too_large', 'unsupported_media_type')
  if (roles !== 'public') add('invalid_input') // a query with a name that is not declared
  return codes
}

type In<Schema> = Schema extends $ZodType ? input<Schema> : undefined
type Out<Schema> = Schema extends $ZodType ? output<Schema> : undefined
type Present<Shape> = { [Key in keyof Shape as Shape[Key] extends undefined ? never : Key]: Shape[Key] }
type Field<Spec, Key extends PropertyKey> = Spec extends { readonly [K in Key]: infer Value } ? Value : undefined

/** Input as the caller passes it. Files are `File`/`Blob` in the browser and in tests. */
export type CallInput<Spec extends EndpointSpec> = Present<{
  params: In<Field<Spec, 'params'>>
  query: In<Field<Spec, 'query'>>
  body: In<Field<Spec, 'body'>>
}> &
  (Spec extends { readonly files: infer Files } ? { files?: { [Key in keyof Files]?: Blob } } : unknown)

/** Input as the server's handler gets it, after parsing. */
export type ParsedInput<Spec extends EndpointSpec> = {
  params: Out<Field<Spec, 'params'>>
  query: Out<Field<Spec, 'query'>>
  body: Out<Field<Spec, 'body'>>
}

/** The answer as the caller receives it. */
export type Answer<Spec extends EndpointSpec> = Spec['response'] extends $ZodType
  ? output<Spec['response']>
  : Spec['response'] extends 'bytes'
    ? Blob
    : undefined

/** Endpoints bound to use cases: what a module's `routes.ts` is made of. */
import type { Readable } from 'node:stream'
import type { Answer, EndpointSpec, ParsedInput } from '#contract/api/endpoint.ts'
import type { ObjectRule, Proof } from '#contract/api/roles.ts'
import type { Topic, TopicName } from '#contract/api/topics.ts'
import type { App } from '#server/context.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import type { Cookie } from './cookies.ts'

export type { Cookie }

/** A file part, read whole and within its rule's size; its type is what the bytes say. */
export interface UploadedFile {
  readonly bytes: Buffer
  readonly filename: string
}

type RuleOf<Spec extends EndpointSpec> = Spec['access'] extends {
  readonly object: { readonly rule: infer Rule extends ObjectRule }
}
  ? Rule
  : never
type MayLeaveOut<Spec extends EndpointSpec> = Spec['access'] extends { readonly object: { readonly isOptional: true } }
  ? undefined
  : never
type IsPublic<Spec extends EndpointSpec> = Spec['access'] extends 'public' | { readonly roles: 'public' } ? true : false

/** Waits as long as an address must that used so many of a limit that a handler counts itself; never inside a transaction. */
export type WaitFor = (used: number, limit: number) => Promise<void>

/** What a handler receives. */
export type Call<Spec extends EndpointSpec> = ParsedInput<Spec> & {
  readonly actor: IsPublic<Spec> extends true ? Actor | null : Actor
  /** The id that the endpoint's object rule checked, as proof of the check. */
  readonly proof: [RuleOf<Spec>] extends [never] ? undefined : Proof<RuleOf<Spec>> | MayLeaveOut<Spec>
  readonly files: Spec extends { readonly files: infer Files }
    ? { readonly [Name in keyof Files]?: UploadedFile }
    : undefined
  /** The body's bytes as they came, of an endpoint that asks for them. */
  readonly rawBody: Spec extends { readonly rawBody: true } ? Buffer : undefined
  readonly origin: RequestOrigin
  /** Counts this call, where the endpoint's limit leaves that to its handler; waits or throws as any limit. */
  readonly count: () => Promise<void>
  /** Takes back what this call counted under its address, where the limit says so: its sender is who they should be. */
  readonly forgive: () => void
  readonly waitFor: WaitFor
  readonly idempotencyKey: string | undefined
  /** Cookies as they came. The session is none of them: they only tie a journey through another site to one browser. */
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** Leaves a cookie with the answer, or takes it back with an age of 0. */
  readonly setCookie: (cookie: Cookie) => void
  /** Headers as they came, for webhooks' signatures. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface FileAnswer {
  readonly contentType: string
  readonly bytes: Buffer | Readable
  /** Given, the browser downloads it under this name; else it shows it. */
  readonly downloadAs?: string
}

/** A page of our own in place of a redirect, for a browser that cannot be sent on. Its address opens something. */
export interface PageAnswer {
  readonly html: string
  readonly status: 404 | 503
}

/** What a stream reports; each topic decides who may listen to it. */
export interface StreamAnswer {
  readonly topics: readonly Topic[]
}

type HandlerAnswer<Spec extends EndpointSpec> = Spec['response'] extends 'bytes'
  ? FileAnswer
  : Spec['response'] extends 'redirect'
    ? { readonly location: string } | PageAnswer
    : Spec['response'] extends 'empty'
      ? void
      : Spec['response'] extends 'stream'
        ? StreamAnswer
        : Answer<Spec>

export interface Bound {
  readonly spec: EndpointSpec
  readonly handle: (app: App, call: Call<EndpointSpec>) => Promise<unknown>
}

/** Binds an endpoint of the contract to what answers it. */
export function bind<const Spec extends EndpointSpec>(
  spec: Spec,
  handle: (app: App, call: Call<Spec>) => Promise<HandlerAnswer<Spec>>,
): Bound {
  return { spec, handle: handle as unknown as Bound['handle'] } // serve.ts parses by the same spec before calling
}

/**
 * An object rule: gives the object's id when this caller may see or manage it, and otherwise throws the same failure as
 * for an object that does not exist.
 */
export type Rule = (app: App, actor: Actor | null, id: string, input: { readonly query: unknown }) => Promise<string>
export type Rules = Readonly<Partial<Record<ObjectRule, Rule>>>

/** What a module owns that people may listen to. */
export type Topics = readonly TopicName[]

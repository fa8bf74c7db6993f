/**
 * What modules know of themselves that generated tests cannot guess: each may say it in a `module.testing.ts`, which is found by
 * its name and which only tests load.
 */
import { existsSync } from 'node:fs'
import type { ObjectKind } from '#contract/api/ids.ts'
import type { ObjectRule } from '#contract/api/roles.ts'
import { modules } from '#server/app.ts'
import type { TestApp } from './app.ts'
import type { GivenUser } from './given.ts'

/** One of everything that an address or a field can name. */
export type TargetObjects = Readonly<Record<ObjectKind, string>>
export type ActorName =
  | 'anonymous'
  | 'client'
  | 'promoter'
  | 'scanner'
  | 'commercial'
  | 'organizer'
  | 'admin'
  | 'legal'
  | 'god'
type Sample = { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> }
type Opens = { readonly sibling: readonly ActorName[]; readonly foreign: readonly ActorName[] }

/** Endpoints are named `METHOD path`, fields of theirs with the field after that. */
export interface Samples {
  /** What an endpoint would accept, for these objects; those that need nothing are not listed. */
  readonly requests?: (of: TargetObjects, person: Pick<GivenUser, 'phone'>) => Readonly<Record<string, Sample>>
  /** Kinds of objects that it owns: an id of nothing, and whether one is a person's and not a company's. */
  readonly kinds?: Readonly<Partial<Record<ObjectKind, { readonly makeId: () => string; readonly isPersonal?: true }>>>
  /** One of each of its kinds: of a person, and of an event or its company. The objects of earlier modules are there. */
  readonly belongings?: (server: TestApp, at: TargetObjects, person: GivenUser) => Promise<Partial<TargetObjects>>
  readonly things?: (server: TestApp, at: TargetObjects) => Promise<Partial<TargetObjects>>
  /** The objects of others that a rule opens, and to whom. For everybody else they look like unknown ids. */
  readonly opens?: Readonly<Partial<Record<ObjectRule, Opens>>>
  /** Answers its own codes in its own order, roles included, and has tests about it. */
  readonly judgesItself?: readonly string[]
  /** What a support session may write (rule R5.16). */
  readonly supportWrites?: readonly string[]
  /** Fields that may name anybody or anything at all: the answer depends on it by design. */
  readonly namesAnybody?: readonly string[]
  /** What a stranger may see by design. */
  readonly reveals?: Readonly<Record<string, RegExp>>
  /** PUT and PATCH that are acts, not changes of fields: each says all that it needs, every time. */
  readonly acts?: readonly string[]
  readonly movesNothing?: readonly string[]
  readonly movesAlways?: Readonly<Record<string, readonly string[]>>
  /** What a field is called in the database, where it is not its own name. */
  readonly columns?: Readonly<Record<string, readonly string[]>>
  /** Tables whose columns are called as the fields that change them. */
  readonly updates?: readonly string[]
  /** Numbers that are compared in code and never reach a column. */
  readonly comparedOnly?: readonly string[]
}

const files = modules.map(({ name }) => new URL(`../modules/${name}/module.testing.ts`, import.meta.url))
/** In the order of the modules. */
export const samples: readonly Samples[] = await Promise.all(
  files
    .filter((file) => existsSync(file))
    .map(async ({ href }) => ((await import(href)) as { samples: Samples }).samples),
)

type Key<Kind> = { [Name in keyof Samples]-?: NonNullable<Samples[Name]> extends Kind ? Name : never }[keyof Samples]
type ListKey = Key<readonly string[]>
type RecordKey = Exclude<Key<object>, ListKey | Key<(...args: never[]) => unknown>>

/** Of all modules together. */
export function listOf(key: ListKey): readonly string[] {
  return samples.flatMap((each) => each[key] ?? [])
}

export function recordOf<Name extends RecordKey>(key: Name): NonNullable<Samples[Name]> {
  const merged: Record<string, unknown> = {}
  for (const [name, value] of samples.flatMap((each) => Object.entries(each[key] ?? {}))) {
    const before = merged[name]
    // Two modules have a field of one name: its columns are those of both.
    merged[name] =
      Array.isArray(before) && Array.isArray(value) ? [...(before as unknown[]), ...(value as unknown[])] : value
  }
  return merged as NonNullable<Samples[Name]>
}

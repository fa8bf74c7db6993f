/** What a module gives the house: the value that its `module.ts` exports. Only `app.ts` lists them. */
import type { App } from '#server/context.ts'
import type { Invariants } from '#server/db/invariants.ts'
import type { Bound, Rules, Topics } from '#server/http/bound.ts'
import type { Page, SitemapEntry } from '#server/http/page-head.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import type { PersonPart } from '#server/person-part.ts'

export interface Module {
  /** Its folder. */
  readonly name: string
  /** What it alone writes: `owned-tables.test.ts` keeps it true. */
  readonly tables: readonly string[]
  readonly routes?: readonly Bound[]
  /** Rules of the objects that it owns. */
  readonly rules?: Rules
  /** Topics about what it owns. Later modules publish changes of them too. */
  readonly topics?: Topics
  /** Runs the jobs of its `jobs.ts`: `HandlersOf<name>`, so that none is forgotten. */
  readonly handlers?: JobHandlers
  /** Heads of its public pages, and their entries in the site map. */
  readonly pages?: readonly Page[]
  readonly listPages?: (app: App) => Promise<SitemapEntry[]>
  readonly person?: PersonPart
  /** Its columns that name a picture: a named picture is kept. */
  readonly pictures?: readonly `${string}.${string}`[]
  /** Its columns that keep something sealed for longer than master keys last. */
  readonly sealed?: readonly SealedColumn[]
  /** What must be true of its data at every moment. */
  readonly invariants?: Invariants
  readonly hooks?: Partial<Hooks>
}

/**
 * Functions that an earlier module calls and later ones give. The caller declares them in its `hooks.ts`
 * (`declare module '#server/module.ts' { interface Hooks { … } }`) and finds them in `app.modules`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- callers extend it
export interface Hooks {}

export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The vault's label. */
  readonly label: string
}

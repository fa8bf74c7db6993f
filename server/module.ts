/** What a module gives the house: the value that its `module.ts` exports. `app.ts` lists them; nothing else names them. */
import type { App, Db } from '#server/context.ts'
import type { SessionLookup } from '#server/http/authenticate.ts'
import type { Bound, Rules } from '#server/http/bound.ts'
import type { Page, SitemapEntry } from '#server/http/page-head.ts'
import type { PublicFile } from '#server/http/static.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import type { KeepInboxMessage } from '#server/shared/inbox.ts'

export interface Module {
  /** Its folder. */
  readonly name: string
  /** What it alone writes: `architecture.test.ts` keeps it true. */
  readonly tables: readonly string[]
  readonly routes?: readonly Bound[]
  /** Rules of the objects that it owns. */
  readonly rules?: Rules
  /** What runs the jobs of its `jobs.ts`: `HandlersOf<name>`, so that none is forgotten. */
  readonly handlers?: JobHandlers
  /** Heads of its public pages, and what the site map says of them. */
  readonly pages?: readonly Page[]
  readonly listPages?: (app: App) => Promise<SitemapEntry[]>
  readonly answers?: Partial<Answers>
}

/** What the server itself asks, each of the one module that knows. */
export interface Answers {
  /** Who is signed in. */
  readonly findSessions: (db: Db, ...asked: Parameters<SessionLookup>) => ReturnType<SessionLookup>
  /** Which of these devices an account was used on. */
  readonly findKnownDevices: (db: Db, devices: readonly string[]) => Promise<ReadonlySet<string>>
  /** Keeps what demo mode does not send. */
  readonly keepInInbox: (db: Db) => KeepInboxMessage
  /** A picture that anybody may see. */
  readonly openImageFile: (app: App, name: string) => Promise<PublicFile | null>
}

/** What a module gives the house: the value that its `module.ts` exports. `app.ts` lists them; nothing else names them. */
import type { App, Db, Tx } from '#server/context.ts'
import type { Invariants } from '#server/db/invariants.ts'
import type { Section } from '#server/db/section.ts'
import type { SessionLookup } from '#server/http/authenticate.ts'
import type { Bound, Rules, Topics } from '#server/http/bound.ts'
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
  /** What people may listen to about what it owns. Later modules give hints of it too. */
  readonly topics?: Topics
  /** What runs the jobs of its `jobs.ts`: `HandlersOf<name>`, so that none is forgotten. */
  readonly handlers?: JobHandlers
  /** Heads of its public pages, and what the site map says of them. */
  readonly pages?: readonly Page[]
  readonly listPages?: (app: App) => Promise<SitemapEntry[]>
  /** What it keeps of people. */
  readonly person?: PersonPart
  /** What a company's payment account needs of what was sold through it. */
  readonly collects?: CollectsPart
  /** Invoices and credit notes that it had issued for these orders, each order's sale first: for the list of purchases. */
  readonly invoices?: (db: Db, orderIds: readonly string[]) => Promise<readonly OrderInvoice[]>
  /** Its columns that name a picture: as long as one does, the picture stays. */
  readonly pictures?: readonly `${string}.${string}`[]
  /** Its columns that keep something sealed for longer than master keys are changed. */
  readonly sealed?: readonly SealedColumn[]
  /** What must be true of its data at every moment. */
  readonly invariants?: Invariants
  readonly answers?: Partial<Answers>
}

/** A document of the tax authority about a purchase. */
export interface OrderInvoice {
  readonly orderId: string
  readonly number: string
  readonly url: string | null
  /** It takes back what another one said. */
  readonly isCredit: boolean
}

/** What a module keeps of people, for those before it that must reach all of it. */
export interface PersonPart {
  /**
   * An account that waited for its owner is joined to theirs, in the transaction of the proof: SQL functions of (from, to) that
   * make what the first has the second's and give how much that was, by what the audit row calls it. What only tells what was
   * stays with the old id.
   */
  readonly merge?: Readonly<Record<string, string>>
  /** Erases what a closed account leaves, by steps that a deletion under way remembers by these names; each may run again. */
  readonly erase?: Readonly<Record<string, (app: App, closing: Closing) => Promise<unknown>>>
  /** Its files of the copy that people get of their data, or its part in a file of several. */
  readonly sections?: readonly Section[]
}

export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Of the vault. */
  readonly label: string
}

/** What later modules know of payment accounts, for the one before them that owns those. */
export interface CollectsPart {
  /** Orders of the company for which the provider may be taking money at this moment. */
  readonly countAwaited?: (db: Db, companyId: string) => Promise<number>
  /** When an account was last paid; null when it never was. */
  readonly findLastPaymentAt?: (db: Db, of: CollectorOf) => Promise<string | null>
  /** Was connected, perhaps again, by the transaction `app`: what waited for it may go on. */
  readonly onConnected?: (app: Tx, of: CollectorOf) => Promise<unknown>
}

/** A company's account at the provider. */
export interface CollectorOf {
  readonly companyId: string
  readonly collectorId: string
}

/** Whose account was closed. */
export interface Closing {
  readonly userId: string
  readonly person: ClosedPerson
}

/** Who an account was of, when it is closed. */
export interface ClosedPerson {
  readonly name: string
  /** Where they are written to. */
  readonly mail: string | null
  /** Every mail that this account was written to under: its own, waiting to be proved, of Google. */
  readonly mails: readonly string[]
  /** Those that are theirs for sure: what stands elsewhere under any other may be somebody else's. */
  readonly provedMails: readonly string[]
  readonly phones: readonly string[]
  readonly imageId: string | null
}

/** What the server itself asks, each of the one module that knows. */
export interface Answers {
  /** Who is signed in. */
  readonly findSessions: (db: Db, ...asked: Parameters<SessionLookup>) => ReturnType<SessionLookup>
  /** Which of these devices an account was used on. */
  readonly findKnownDevices: (db: Db, devices: readonly string[]) => Promise<ReadonlySet<string>>
  /** Keeps what demo mode does not send. */
  readonly keepInInbox: (db: Db) => KeepInboxMessage
  /** The provider refused the token of this account. */
  readonly noticeRefusedAccount: (db: Db, collectorId: string) => Promise<void>
  /** A picture that anybody may see. */
  readonly openImageFile: (app: App, name: string) => Promise<PublicFile | null>
}

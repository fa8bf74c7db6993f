/** Hooks that tickets call in later modules. */
import type { App, Core, Db } from '#server/context.ts'
import type { EmailAttachment } from '#server/adapters/email/port.ts'

/** A receipt as a mail carries it. */
export type ReceiptFile = EmailAttachment

declare module '#server/module.ts' {
  interface Hooks {
    /** The receipt of a paid order that was not mailed yet, to go with its tickets; null where there is none. */
    drawDueReceipt(app: App, orderId: string): Promise<ReceiptFile | null>
    /** The order's receipt left with its tickets. */
    onReceiptMailed(app: Core, orderId: string): Promise<void>
    /** Which of these orders were placed by people who had verified nothing. */
    listUnproved(db: Db, orderIds: readonly string[]): Promise<readonly string[]>
  }
}

/** What people on a waitlist are notified of: places are kept for them, or their lists closed (rule R19.6). */
import type { App } from '#server/context.ts'
import { defineNotification } from '#server/modules/notifications/notify.ts'
import { closedMail, closedWhatsapp, offerMail, offerWhatsapp } from './messages.ts'
import { findClosed, findOffer } from './queries.ts'

export const placesOffered = defineNotification('waiting-list.places-offered', {
  find: (app: App, { entryId }: { entryId: string }) => findOffer(app, entryId),
  mail: offerMail,
  whatsapp: offerWhatsapp,
})

/** Carries the entries of one person that closed together. */
export const listsClosed = defineNotification('waiting-list.lists-closed', {
  find: (app: App, { entryIds }: { entryIds: readonly string[] }) => findClosed(app, entryIds),
  mail: closedMail,
  whatsapp: closedWhatsapp,
})

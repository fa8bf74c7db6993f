import type { App } from '#server/context.ts'
import { defineNotification } from '#server/modules/notifications/notify.ts'
import { proposedMail, proposedWhatsapp } from './messages.ts'
import { findSettlementPaper } from './queries-settlements.ts'

export const settlementProposed = defineNotification('commissions.settlement-proposed', {
  async find(app: App, { settlementId }: { settlementId: string }) {
    const found = await findSettlementPaper(app, settlementId)
    return found?.state === 'proposed' && found.promoterState !== 'deleted' ? found : undefined
  },
  mail: proposedMail,
  whatsapp: proposedWhatsapp,
})

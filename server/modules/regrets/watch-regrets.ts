/**
 * Keeps regrets that wait for a person within their deadline: the team is notified of each, and again when it is nearly over or
 * its money did not go back.
 */
import { brand } from '#contract/platform/brand.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { REGRET_HOURS } from '#contract/sales/regrets.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { count } from '#server/shared/counts.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { teamMail } from './messages.ts'
import {
  forgetTyped,
  reopenRegret,
  escalateUnopened,
  listFailed,
  listTeamNotices,
  lockRegret,
  markTeamNotified,
  type TeamNotice,
} from './store.ts'

/**
 * The job `regrets.watch`. Throws when the mail host is away: notices that were not sent are retried at the next turn, and so is what was
 * refused, with an alarm each time, by log and metric.
 */
export async function watchRegrets(app: App): Promise<void> {
  await escalateUnopened(app, REGRET_HOURS.escalate)
  await reopenFailed(app)
  await forgetTyped(app)
  for (const notice of ['failed', 'waits', 'deadline'] as const) {
    const pending = await listTeamNotices(app, notice, REGRET_HOURS.deadline)
    if (pending.length === 0) continue
    const codes = pending.map(({ code }) => code)
    app.log[notice === 'waits' ? 'warn' : 'error']({ codes }, LOGGED[notice])
    const outcome = await sendMessage(app, { channel: 'mail', ...mailOf(app, notice, codes) })
    count('regrets', { notice, result: 'refused' in outcome ? 'refused' : 'notified' }, codes.length)
    if ('refused' in outcome) {
      app.log.error({ codes, notice, reason: outcome.refused }, 'team not notified of regrets; retried in 5 min')
      continue
    }
    await markTeamNotified(
      app,
      pending.map(({ id }) => id),
      notice,
    )
  }
}

/** Those whose money did not go back after all are decided by a person, once more. */
async function reopenFailed(app: App): Promise<void> {
  for (const failed of await listFailed(app)) {
    const { regretId, orderId, refundIds, failure } = failed
    await inTransaction(app, async (app) => {
      await lockRegret(app, regretId)
      if (!(await reopenRegret(app, failed))) return
      await audit(app, SYSTEM, 'regret.hand-back', ['regret', regretId], { after: { orderId, refundIds, failure } })
    })
  }
}

const LOGGED: Readonly<Record<TeamNotice, string>> = {
  failed: 'refunds of regrets failed',
  waits: 'regrets wait for a person',
  deadline: 'regrets are nearly overdue',
}

/** One mail a turn, however many there are. */
function mailOf(app: App, notice: TeamNotice, codes: readonly string[]) {
  // The refund of one may fail again, another day.
  const idempotencyKey = `regret-${notice}-${codes[0]}-${codes.length}-${toLocalDate(app.clock.now())}`
  const { publicUrl } = app.config
  return writeLetter(brand.supportMail, { name: brand.name, publicUrl, idempotencyKey }, teamMail(notice, codes))
}

/**
 * Regrets that wait for a person are in time for their answer: the team is told of each, and again when its time is nearly over or
 * its money did not go back.
 */
import { brand } from '#contract/brand.ts'
import { toLocalDate } from '#contract/dates.ts'
import { REGRET_HOURS } from '#contract/regrets.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit, SYSTEM } from '#server/db/audit.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { count } from '#server/shared/counts.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
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
 * The job `regrets.watch`. Throws when the mail host is away: what was not told yet is told at the next turn, and so is what was
 * refused, with an alarm each time, by log and metric.
 */
export async function watchRegrets(app: App): Promise<void> {
  await escalateUnopened(app, REGRET_HOURS.escalate)
  await reopenFailed(app)
  await forgetTyped(app)
  for (const notice of ['failed', 'waits', 'deadline'] as const) {
    const untold = await listTeamNotices(app, notice, REGRET_HOURS.deadline)
    if (untold.length === 0) continue
    const codes = untold.map(({ code }) => code)
    app.log[notice === 'waits' ? 'warn' : 'error']({ codes }, WORDS[notice].logged)
    const outcome = await sendMessage(app, { channel: 'mail', ...letterOf(notice, codes, app.clock.now()) })
    count('regrets', { notice, result: 'refused' in outcome ? 'refused' : 'told' }, codes.length)
    if ('refused' in outcome) {
      app.log.error({ codes, notice, reason: outcome.refused }, 'the team could not be told of regrets')
      continue
    }
    await markTeamNotified(
      app,
      untold.map(({ id }) => id),
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

const WORDS = {
  failed: {
    logged: 'money of regrets did not go back',
    one: (code: string) => `Urgente: la plata del arrepentimiento ${code} no volvió`,
    many: (amount: number) => `Urgente: la plata de ${amount} arrepentimientos no volvió`,
    line: 'Se pidió la devolución y no se hizo: el motivo está en cada uno. Hay que resolverlo y contestar de nuevo.',
  },
  waits: {
    logged: 'regrets wait for a person',
    one: (code: string) => `El arrepentimiento ${code} espera a una persona`,
    many: (amount: number) => `${amount} arrepentimientos esperan a una persona`,
    line: `Hay que contestarlo antes de las ${REGRET_HOURS.answer} horas del pedido.`,
  },
  deadline: {
    logged: 'regrets are nearly overdue',
    one: (code: string) => `Urgente: el arrepentimiento ${code} está por vencer`,
    many: (amount: number) => `Urgente: ${amount} arrepentimientos están por vencer`,
    line: `Nadie lo contestó en ${REGRET_HOURS.deadline} horas. La ley pide que a las ${REGRET_HOURS.answer} esté resuelto.`,
  },
} as const

/** One mail a turn, however many there are. */
function letterOf(notice: TeamNotice, codes: readonly string[], now: string) {
  const { one, many, line } = WORDS[notice]
  const [first = ''] = codes
  // The money of one may fail again, another day.
  const idempotencyKey = `regret-${notice}-${first}-${codes.length}-${toLocalDate(now)}`
  return writeLetter(
    brand.supportMail,
    { name: brand.name, idempotencyKey },
    {
      subject: codes.length === 1 ? one(first) : many(codes.length),
      lines: [line, ...(codes.length === 1 ? [] : [codes.join(', ')])],
      after: 'Está en Administración, en Arrepentimientos.',
    },
  )
}

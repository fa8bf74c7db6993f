/** Regrets that wait for a person are in time for their answer: the team is told of each, and again when its time is nearly over. */
import { brand } from '#contract/brand.ts'
import { REGRET_HOURS } from '#contract/regrets.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { forgetTyped, handOver, listToTell, noteTold, type TeamNotice } from './store.ts'

/** The job `regrets.watch`. Throws when the mail host is away: what was not told yet is told at the next turn. */
export async function watchRegrets(app: App): Promise<void> {
  await handOver(app, REGRET_HOURS.handOver)
  await forgetTyped(app)
  for (const notice of ['waits', 'deadline'] as const) {
    for (const { id, code } of await listToTell(app, notice, REGRET_HOURS.deadline)) {
      app.log[notice === 'deadline' ? 'error' : 'warn']({ code }, WORDS[notice].logged)
      await sendMessage(app, { channel: 'mail', ...letterOf(notice, code) })
      await noteTold(app, id, notice)
    }
  }
}

const WORDS = {
  waits: {
    logged: 'a regret waits for a person',
    subject: (code: string) => `El arrepentimiento ${code} espera a una persona`,
    line: `Hay que contestarlo antes de las ${REGRET_HOURS.answer} horas del pedido.`,
  },
  deadline: {
    logged: 'a regret is nearly overdue',
    subject: (code: string) => `Urgente: el arrepentimiento ${code} está por vencer`,
    line: `Nadie lo contestó en ${REGRET_HOURS.deadline} horas. La ley pide que a las ${REGRET_HOURS.answer} esté resuelto.`,
  },
} as const

function letterOf(notice: TeamNotice, code: string) {
  const { subject, line } = WORDS[notice]
  return writeLetter(
    brand.supportMail,
    { name: brand.name, idempotencyKey: `regret-${notice}-${code}` },
    { subject: subject(code), lines: [line], after: 'Está en Administración, en Arrepentimientos.' },
  )
}

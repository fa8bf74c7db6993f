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
    const untold = await listToTell(app, notice, REGRET_HOURS.deadline)
    if (untold.length === 0) continue
    const codes = untold.map(({ code }) => code)
    app.log[notice === 'deadline' ? 'error' : 'warn']({ codes }, WORDS[notice].logged)
    await sendMessage(app, { channel: 'mail', ...letterOf(notice, codes) })
    await noteTold(
      app,
      untold.map(({ id }) => id),
      notice,
    )
  }
}

const WORDS = {
  waits: {
    logged: 'regrets wait for a person',
    one: (code: string) => `El arrepentimiento ${code} espera a una persona`,
    many: (count: number) => `${count} arrepentimientos esperan a una persona`,
    line: `Hay que contestarlo antes de las ${REGRET_HOURS.answer} horas del pedido.`,
  },
  deadline: {
    logged: 'regrets are nearly overdue',
    one: (code: string) => `Urgente: el arrepentimiento ${code} está por vencer`,
    many: (count: number) => `Urgente: ${count} arrepentimientos están por vencer`,
    line: `Nadie lo contestó en ${REGRET_HOURS.deadline} horas. La ley pide que a las ${REGRET_HOURS.answer} esté resuelto.`,
  },
} as const

/** One mail a turn, however many there are. */
function letterOf(notice: TeamNotice, codes: readonly string[]) {
  const { one, many, line } = WORDS[notice]
  const [first = ''] = codes
  return writeLetter(
    brand.supportMail,
    { name: brand.name, idempotencyKey: `regret-${notice}-${first}-${codes.length}` },
    {
      subject: codes.length === 1 ? one(first) : many(codes.length),
      lines: [line, ...(codes.length === 1 ? [] : [codes.join(', ')])],
      after: 'Está en Administración, en Arrepentimientos.',
    },
  )
}

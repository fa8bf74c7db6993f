/** Regrets whose link nobody opened go to a person, in time for their answer. */
import { brand } from '#contract/brand.ts'
import { REGRET_HOURS } from '#contract/regrets.ts'
import type { App } from '#server/context.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { forgetTyped, handOver } from './store.ts'

/** The team is told of each. The job `regrets.watch`. */
export async function watchRegrets(app: App): Promise<void> {
  const codes = await handOver(app, REGRET_HOURS.handOver)
  await forgetTyped(app)
  for (const code of codes) {
    app.log.warn({ code }, 'a regret waits for a person')
    const letter = writeLetter(
      brand.supportMail,
      { name: brand.name, idempotencyKey: `regret-hand-over-${code}` },
      {
        subject: `El arrepentimiento ${code} espera a una persona`,
        lines: [
          `Nadie abrió su enlace en ${REGRET_HOURS.handOver} horas. Hay que contestarlo antes de las ${REGRET_HOURS.answer} horas del pedido.`,
        ],
        after: 'Está en Administración, en Arrepentimientos.',
      },
    )
    await sendMessage(app, { channel: 'mail', ...letter })
  }
}

/** A forgotten password: asking for a link (rule R5.10). */
import type { App } from '#server/context.ts'

/** Whether somebody has the mail is only looked up by a job: the answer and its time tell nothing. */
export async function requestReset(app: App, mail: string): Promise<{ status: 'success'; message: string }> {
  await app.queue.enqueue(app, 'accounts.look-for-reset', { mail })
  return {
    status: 'success',
    message: 'Si el email está registrado, en unos minutos te va a llegar un enlace para elegir una contraseña nueva.',
  }
}

/** An activation link that came too late asks for another. */
import type { App } from '#server/context.ts'
import { hashToken } from '#server/shared/crypto.ts'

/** Which tokens ever were is only looked up by a job: the answer and its time tell nothing. */
export async function requestActivation(app: App, token: string): Promise<{ status: 'success'; message: string }> {
  await app.queue.enqueue(app, 'accounts.renew-activation', { tokenHash: hashToken(token).toString('base64url') })
  return {
    status: 'success',
    message: 'Si la cuenta todavía no está activa, en unos minutos te va a llegar un enlace nuevo.',
  }
}

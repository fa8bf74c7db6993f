/** An activation link that came too late: whose it was. */
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import type { App } from '#server/context.ts'
import { findLink } from '../queries.ts'
import { resendActivation } from './resend-activation.ts'

/** Sends the owner of an old link a new one, the way the old one went. */
export async function renewActivation(
  app: App,
  { tokenHash }: JobPayloads['accounts.renew-activation'],
): Promise<void> {
  const link = await findLink(app, Buffer.from(tokenHash, 'base64url'), 'activation')
  if (link) await resendActivation(app, link.userId, { channels: [link.channel], isOwner: true })
}

/** Our own payment link. It needs no session: its signature shows that we gave it. */
import { paths } from '#contract/api/paths.ts'
import type { App } from '#server/context.ts'

const LABEL = 'payment-link'
/** 128 bits cannot be guessed, and keep the link short. */
const SIGNATURE_BYTES = 16

export function paymentUrl(app: App, publicId: string): string {
  const signature = app.vault.mac(LABEL, publicId).subarray(0, SIGNATURE_BYTES).toString('base64url')
  return `${app.config.publicUrl}${paths.pay(publicId, signature)}`
}

export function isPaymentSignature(app: App, publicId: string, signature: string): boolean {
  return app.vault.isMac(LABEL, publicId, signature)
}

/** What stands behind `#` in the link of a payer's notice: whoever has it reads that person's messages. Nothing is stored. */
import type { Vault } from '#server/shared/crypto.ts'

const LABEL = 'move-link'

const proven = (noticeId: string, payerId: string) => `${noticeId}.${payerId}`

/** The token by which this payer takes their money back. */
export function makeMoveToken(vault: Vault, noticeId: string, payerId: string): string {
  return `${payerId}.${vault.mac(LABEL, proven(noticeId, payerId)).toString('base64url')}`
}

/** The payer whom a token of this notice names; null for any other. */
export function payerOfToken(vault: Vault, noticeId: string, token: string | undefined): string | null {
  const [payerId = '', proof = ''] = token?.split('.') ?? []
  return payerId !== '' && vault.isMac(LABEL, proven(noticeId, payerId), proof) ? payerId : null
}

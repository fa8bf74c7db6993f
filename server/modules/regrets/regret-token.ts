/** What stands behind `#` in the link of a buyer's mail: whoever has it reads that mail. Nothing is stored. */
import type { Vault } from '#server/shared/crypto.ts'

const LABEL = 'regret-link'

const proven = (regretId: string, buyerId: string) => `${regretId}.${buyerId}`

/** The token by which this buyer opens this regret. */
export function makeRegretToken(vault: Vault, regretId: string, buyerId: string): string {
  return `${buyerId}.${vault.mac(LABEL, proven(regretId, buyerId)).toString('base64url')}`
}

/** The buyer whom a token names, if it opens this regret; null otherwise. */
export function buyerOfToken(vault: Vault, regretId: string, token: string | undefined): string | null {
  const [buyerId = '', proof = ''] = token?.split('.') ?? []
  return buyerId !== '' && vault.isMac(LABEL, proven(regretId, buyerId), proof) ? buyerId : null
}

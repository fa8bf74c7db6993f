/** The token behind `#token=` in a mailed link: it names a person and proves that they got this link. Nothing is stored. */
import type { Vault } from './crypto.ts'

/** `kind` keeps the links of one feature from opening another's; `id` is what the link is about. */
interface LinkTarget {
  readonly kind: 'move-link' | 'regret-link'
  readonly id: string
}

const proven = (id: string, personId: string) => `${id}.${personId}`

export function makeLinkToken(vault: Vault, { kind, id }: LinkTarget, personId: string): string {
  return `${personId}.${vault.mac(kind, proven(id, personId)).toString('base64url')}`
}

/** The person whom a token of this link names; null for any other token. */
export function personOfToken(vault: Vault, { kind, id }: LinkTarget, token: string | undefined): string | null {
  const [personId = '', proof = ''] = token?.split('.') ?? []
  return personId !== '' && vault.isMac(kind, proven(id, personId), proof) ? personId : null
}

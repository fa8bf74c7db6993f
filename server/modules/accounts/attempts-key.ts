import type { Vault } from '#server/shared/crypto.ts'

/** What is limited per account, phone or address, each with a window of its own. */
export type Limited = 'sign-in' | 'password' | 'reset' | 'activation' | 'code' | 'contact' | 'image' | 'notice'

/** The key under which attempts are counted: a keyed hash, so that the table names nobody. */
export function attemptsKey(vault: Vault, limited: Limited, subject: string): string {
  return vault.mac(`${limited}-attempts`, subject).toString('base64url')
}

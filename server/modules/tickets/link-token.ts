/**
 * The token of `/entrada/:token`: the ticket's 16 bytes and 16 bytes of authentication code over id and epoch, in 43
 * characters. Nothing is stored. People who hold it see the ticket, so it is never logged. It dies with the epoch.
 */
import type { Vault } from '#server/shared/crypto.ts'

const LABEL = 'ticket-link'
const PART_BYTES = 16
const TOKEN_LENGTH = 43

function proven(ticketId: string, epoch: number): string {
  return `${ticketId}.${epoch}`
}

/** The token that opens the ticket while it has this epoch. */
export function makeLinkToken(vault: Vault, ticketId: string, epoch: number): string {
  const id = Buffer.from(ticketId.replaceAll('-', ''), 'hex')
  const proof = vault.mac(LABEL, proven(ticketId, epoch)).subarray(0, PART_BYTES)
  return Buffer.concat([id, proof]).toString('base64url')
}

/** The ticket that a token names; null for what has not the one spelling of a token. Proves nothing. */
export function ticketOfLinkToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (token.length !== TOKEN_LENGTH || bytes.toString('base64url') !== token) return null
  return bytes.toString('hex', 0, PART_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whether `token` opens this ticket in this epoch; in constant time. */
export function isLinkToken(vault: Vault, ticketId: string, epoch: number, token: string): boolean {
  if (ticketOfLinkToken(token) !== ticketId) return false
  const proof = Buffer.from(token, 'base64url').toString('base64url', PART_BYTES)
  return vault.isMac(LABEL, proven(ticketId, epoch), proof)
}

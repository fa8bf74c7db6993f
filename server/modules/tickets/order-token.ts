/**
 * The token of an order that was placed without a session. Nothing is stored. Who holds it reads that order and nothing else of its
 * buyer, so it is never logged; it ends 30 days after the event (rule R10.17).
 */
import { paths } from '#contract/api/paths.ts'
import type { Vault } from '#server/shared/crypto.ts'

const LABEL = 'guest-order'
/** 128 bits cannot be guessed, and keep the link short. */
const TOKEN_BYTES = 16

export function makeOrderToken(vault: Vault, publicId: string): string {
  return vault.mac(LABEL, publicId).subarray(0, TOKEN_BYTES).toString('base64url')
}

export function isOrderToken(vault: Vault, publicId: string, token: string): boolean {
  return vault.isMac(LABEL, publicId, token)
}

/** The page of the order, opened by its token. */
export function orderLink(vault: Vault, publicId: string): string {
  return paths.guestOrderLink(publicId, makeOrderToken(vault, publicId))
}

import type { EmailMessage } from './port.ts'

// Control characters end a header or begin one of the sender's choosing (threat 27).
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f\u2028\u2029]/
const ADDRESS = /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,190}$/
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,70}$/

/**
 * Why a message may not leave, or null: more or less than one bare address, or a control character in anything that becomes
 * a header. Every adapter asks, so that the default one refuses what a real server would be harmed by.
 */
export function unsafeReason(message: EmailMessage): 'unsafe_address' | 'unsafe_header' | null {
  const { to, replyTo, subject, headers = {}, attachments = [] } = message
  if (!ADDRESS.test(to) || (replyTo !== undefined && !ADDRESS.test(replyTo))) return 'unsafe_address'
  const names = Object.keys(headers)
  const values = [
    subject,
    ...Object.values(headers),
    ...attachments.flatMap((file) => [file.filename, file.contentType, file.contentId ?? '']),
  ]
  const isSafe = names.every((name) => HEADER_NAME.test(name)) && !values.some((value) => UNSAFE.test(value))
  return isSafe ? null : 'unsafe_header'
}

import type { Email } from './port.ts'

/** Mail when production has no server configured: every message is refused, and says why. */
export function createEmailOff(): Email {
  return { isOn: false, send: async () => ({ refused: 'mail_off' }), async close() {} }
}

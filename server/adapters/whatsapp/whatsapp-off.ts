import type { Whatsapp } from './port.ts'

/** WhatsApp without keys: every message is refused, and what asks `isOn` first goes by mail (rule R11.3). */
export function createWhatsappOff(): Whatsapp {
  return {
    isOn: false,
    sendTemplate: async () => ({ refused: 'whatsapp_off' }),
    answerSubscription: () => null,
    readStatuses: () => null,
  }
}

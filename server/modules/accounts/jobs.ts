import type { JobHandlers } from '#server/jobs/queue.ts'
import { lookForReset } from './look-for-reset.ts'
import { sendRegistrationCode } from './prove-registration.ts'
import { renewActivation } from './renew-activation.ts'
import { sendCode } from './send-code.ts'
import { sendLink } from './send-link.ts'
import { sendResetList } from './send-reset-list.ts'
import { deleteExpired } from './store.ts'
import { tellChange } from './tell-change.ts'

export const handlers: JobHandlers = {
  'accounts.forget-expired': (app) => deleteExpired(app),
  'accounts.send-link': (app, payload) => sendLink(app, payload),
  'accounts.send-reset-list': (app, payload) => sendResetList(app, payload),
  'accounts.renew-activation': (app, payload) => renewActivation(app, payload),
  'accounts.look-for-reset': (app, payload) => lookForReset(app, payload),
  'accounts.send-code': (app, payload) => sendCode(app, payload),
  'accounts.send-registration-code': (app, payload) => sendRegistrationCode(app, payload),
  'accounts.tell-change': (app, payload) => tellChange(app, payload),
}

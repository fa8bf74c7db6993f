import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { pages } from './page.ts'
import { lookForReset, sendResetList } from './password/reset-password.ts'
import { sendRegistrationCode } from './registration/prove-registration.ts'
import { sections } from './queries-export.ts'
import { findSessions, findKnownDevices } from './session/queries.ts'
import { renewActivation } from './registration/activate-account.ts'
import { routes } from './routes.ts'
import { sendCode } from './contact/request-contact-code.ts'
import { sendLink } from './password/send-link.ts'
import { deleteExpired } from './store.ts'
import { contactChanged, googleLinked, mailLost, passwordChanged, phoneChanged } from './notify-change.ts'

export const accounts: Module = {
  name: 'accounts',
  tables: [
    'users',
    'user_roles',
    'sessions',
    'user_identities',
    'google_steps',
    'account_links',
    'contact_codes',
    'registration_codes',
  ],
  pictures: ['users.profile_image_id'],
  routes,
  pages,
  topics: ['account'],
  handlers: {
    'accounts.forget-expired': (app) => deleteExpired(app),
    'accounts.send-link': (app, payload) => sendLink(app, payload),
    'accounts.send-reset-list': (app, payload) => sendResetList(app, payload),
    'accounts.renew-activation': (app, payload) => renewActivation(app, payload),
    'accounts.look-for-reset': (app, payload) => lookForReset(app, payload),
    'accounts.send-code': (app, payload) => sendCode(app, payload),
    'accounts.send-registration-code': (app, payload) => sendRegistrationCode(app, payload),
    'accounts.notify': sendNotifications([passwordChanged, googleLinked, mailLost, contactChanged, phoneChanged]),
  } satisfies HandlersOf<'accounts'>,
  hooks: { findSessions, findKnownDevices },
  person: { sections },
}

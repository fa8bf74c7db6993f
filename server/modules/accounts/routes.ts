import { getProfile, login, logout, register as registerEndpoint } from '#contract/accounts.ts'
import {
  activateAccount as activateAccountEndpoint,
  changePassword as changePasswordEndpoint,
  confirmContactCode as confirmContactCodeEndpoint,
  confirmPasswordReset,
  confirmSession as confirmSessionEndpoint,
  endSession,
  listSessions,
  renewActivation,
  requestContactCode as requestContactCodeEndpoint,
  requestPasswordReset,
} from '#contract/accounts-credentials.ts'
import { bind } from '#server/http/bound.ts'
import { activateAccount } from './activate-account.ts'
import { changePassword } from './change-password.ts'
import { confirmContactCode } from './confirm-contact-code.ts'
import { confirmSession } from './confirm-session.ts'
import { endOwnSession } from './end-own-session.ts'
import { requestContactCode } from './request-contact-code.ts'
import { requestActivation } from './resend-activation.ts'
import { requestReset, resetPassword } from './reset-password.ts'
import { getSessionUser, getSessions } from './queries.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

const credentialsRoutes = [
  bind(confirmSessionEndpoint, (app, { actor, body }) => confirmSession(app, actor, body.password)),
  bind(listSessions, (app, { actor }) => getSessions(app, actor)),
  bind(endSession, (app, { actor, params }) => endOwnSession(app, actor, params.id)),
  bind(changePasswordEndpoint, (app, { actor, body }) => changePassword(app, actor, body)),
  bind(requestPasswordReset, (app, { body }) => requestReset(app, body.email)),
  bind(confirmPasswordReset, (app, { body, origin }) => resetPassword(app, body, origin)),
  bind(activateAccountEndpoint, (app, { body, origin }) => activateAccount(app, body, origin)),
  bind(renewActivation, (app, { body }) => requestActivation(app, body.token)),
  bind(requestContactCodeEndpoint, (app, { actor, body }) => requestContactCode(app, actor, body.kind)),
  bind(confirmContactCodeEndpoint, (app, { actor, body }) => confirmContactCode(app, actor, body)),
]

export const routes = [
  ...credentialsRoutes,
  bind(login, (app, { body, origin }) => signIn(app, body, origin)),
  bind(registerEndpoint, (app, { body, files, origin }) => register(app, body, files.profileImage, origin)),
  bind(logout, (app, { actor }) => signOut(app, actor)),
  bind(getProfile, (app, { actor }) => getSessionUser(app, actor.userId)),
]

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
import {
  beginGoogleSignIn as beginGoogleSignInEndpoint,
  completeProfile as completeProfileEndpoint,
  confirmWithGoogle as confirmWithGoogleEndpoint,
  exchangeGoogleCode as exchangeGoogleCodeEndpoint,
  finishGoogleSignIn as finishGoogleSignInEndpoint,
  getCompletionStatus,
  getGoogleValidation,
  getSignInOptions,
  GOOGLE_COOKIE,
  GOOGLE_COOKIE_PATH,
  linkGoogle as linkGoogleEndpoint,
  signInWithGoogle as signInWithGoogleEndpoint,
} from '#contract/accounts-google.ts'
import {
  cancelContactChange as cancelContactChangeEndpoint,
  updateProfile as updateProfileEndpoint,
  updateProfileImage,
} from '#contract/accounts-profile.ts'
import { bind } from '#server/http/bound.ts'
import { activateAccount } from './activate-account.ts'
import { beginGoogleSignIn } from './begin-google-sign-in.ts'
import { cancelContactChange } from './cancel-contact-change.ts'
import { changePassword } from './change-password.ts'
import { changeProfileImage } from './change-profile-image.ts'
import { completeProfile } from './complete-profile.ts'
import { confirmContactCode } from './confirm-contact-code.ts'
import { confirmSession } from './confirm-session.ts'
import { endOwnSession } from './end-own-session.ts'
import { confirmWithGoogle } from './confirm-with-google.ts'
import { exchangeGoogleCode } from './exchange-google-code.ts'
import { finishGoogleSignIn } from './finish-google-sign-in.ts'
import { linkGoogle } from './link-google.ts'
import { getCompletion, getGoogleState } from './queries-google.ts'
import { requestContactCode } from './request-contact-code.ts'
import { requestActivation } from './request-activation.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { signInWithGoogle } from './sign-in-with-google.ts'
import { getSessionUser, getSessions } from './queries.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { updateProfile } from './update-profile.ts'

const spentCookie = { name: GOOGLE_COOKIE, value: '', path: GOOGLE_COOKIE_PATH, maxAgeSeconds: 0 }

const googleRoutes = [
  bind(getSignInOptions, async (app) => ({ google: app.google.isConfigured })),
  bind(beginGoogleSignInEndpoint, async (app, { query, actor, setCookie }) => {
    const { url, cookie } = await beginGoogleSignIn(app, actor, query)
    setCookie(cookie)
    return { data: { url } }
  }),
  bind(finishGoogleSignInEndpoint, (app, { query, cookies }) => finishGoogleSignIn(app, query, cookies[GOOGLE_COOKIE])),
  bind(exchangeGoogleCodeEndpoint, async (app, { body, cookies, setCookie, origin }) => {
    const session = await exchangeGoogleCode(app, body, cookies[GOOGLE_COOKIE], origin)
    setCookie(spentCookie)
    return session
  }),
  bind(linkGoogleEndpoint, async (app, { body, cookies, setCookie, origin }) => {
    const session = await linkGoogle(app, body, cookies[GOOGLE_COOKIE], origin)
    setCookie(spentCookie)
    return session
  }),
  bind(confirmWithGoogleEndpoint, async (app, { body, actor, cookies, setCookie }) => {
    const confirmed = await confirmWithGoogle(app, actor, body, cookies[GOOGLE_COOKIE])
    setCookie(spentCookie)
    return confirmed
  }),
  bind(signInWithGoogleEndpoint, (app, { body, origin }) => signInWithGoogle(app, body, origin)),
  bind(getCompletionStatus, (app, { actor }) => getCompletion(app, actor.userId)),
  bind(getGoogleValidation, (app, { actor }) => getGoogleState(app, actor.userId)),
  bind(completeProfileEndpoint, (app, { actor, body }) => completeProfile(app, actor, body)),
]

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

const profileRoutes = [
  bind(getProfile, (app, { actor }) => getSessionUser(app, actor.userId)),
  bind(updateProfileEndpoint, (app, { actor, body }) => updateProfile(app, actor, body)),
  bind(updateProfileImage, (app, { actor, body, files }) =>
    changeProfileImage(app, actor, { file: files.profileImage, address: body.profileImage }),
  ),
  bind(cancelContactChangeEndpoint, (app, { actor, params }) => cancelContactChange(app, actor, params.kind)),
]

export const routes = [
  ...profileRoutes,
  ...credentialsRoutes,
  ...googleRoutes,
  bind(login, (app, { body, origin }) => signIn(app, body, origin)),
  bind(registerEndpoint, (app, { body, files, origin }) => register(app, body, files.profileImage, origin)),
  bind(logout, (app, { actor }) => signOut(app, actor)),
]

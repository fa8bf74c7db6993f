import * as accounts from '#contract/accounts/accounts.ts'
import * as credentials from '#contract/accounts/accounts-credentials.ts'
import * as google from '#contract/accounts/accounts-google.ts'
import * as options from '#contract/accounts/accounts-options.ts'
import * as profile from '#contract/accounts/accounts-profile.ts'
import { bind } from '#server/http/bound.ts'
import { activateAccount, requestActivation } from './registration/activate-account.ts'
import { beginGoogleSignIn } from './google/begin-google-sign-in.ts'
import { cancelContactChange } from './profile/cancel-contact-change.ts'
import { changePassword } from './password/change-password.ts'
import { changeProfileImage } from './profile/change-profile-image.ts'
import { completeProfile } from './profile/complete-profile.ts'
import { confirmContactCode } from './contact/confirm-contact-code.ts'
import { confirmSession } from './session/confirm-session.ts'
import { endOwnSession, signOut } from './session/end-sessions.ts'
import { confirmWithGoogle } from './google/confirm-with-google.ts'
import { exchangeGoogleCode } from './google/exchange-google-code.ts'
import { finishGoogleSignIn } from './google/finish-google-sign-in.ts'
import { linkGoogle } from './google/link-google.ts'
import { getCompletion, getGoogleState } from './google/queries.ts'
import { requestContactCode } from './contact/request-contact-code.ts'
import { requestReset, resetPassword } from './password/reset-password.ts'
import { signInWithGoogle } from './google/sign-in-with-google.ts'
import { getSessionUser, getSessions } from './session/queries.ts'
import { register } from './registration/register.ts'
import { signIn } from './session/sign-in.ts'
import { updateProfile } from './profile/update-profile.ts'

const spentCookie = { name: google.GOOGLE_COOKIE, value: '', path: google.GOOGLE_COOKIE_PATH, maxAgeSeconds: 0 }

const googleRoutes = [
  bind(options.getSignInOptions, async (app) => ({
    google: app.vendors.google.isConfigured,
    whatsapp: app.vendors.whatsapp.isOn,
  })),
  bind(options.beginGoogleSignIn, async (app, { query, actor, setCookie }) => {
    const { url, cookie } = await beginGoogleSignIn(app, actor, query)
    setCookie(cookie)
    return { data: { url } }
  }),
  bind(google.finishGoogleSignIn, (app, { query, cookies }) =>
    finishGoogleSignIn(app, query, cookies[google.GOOGLE_COOKIE]),
  ),
  bind(google.exchangeGoogleCode, async (app, { body, cookies, setCookie, origin }) => {
    const session = await exchangeGoogleCode(app, body, cookies[google.GOOGLE_COOKIE], origin)
    setCookie(spentCookie)
    return session
  }),
  bind(google.linkGoogle, async (app, { body, cookies, setCookie, origin }) => {
    const session = await linkGoogle(app, body, cookies[google.GOOGLE_COOKIE], origin)
    setCookie(spentCookie)
    return session
  }),
  bind(google.confirmWithGoogle, async (app, { body, actor, cookies, setCookie }) => {
    const confirmed = await confirmWithGoogle(app, actor, body, cookies[google.GOOGLE_COOKIE])
    setCookie(spentCookie)
    return confirmed
  }),
  bind(google.signInWithGoogle, (app, { body, origin }) => signInWithGoogle(app, body, origin)),
  bind(google.getCompletionStatus, (app, { actor }) => getCompletion(app, actor.userId)),
  bind(google.getGoogleValidation, (app, { actor }) => getGoogleState(app, actor.userId)),
  bind(google.completeProfile, (app, { actor, body }) => completeProfile(app, actor, body)),
]

const credentialsRoutes = [
  bind(credentials.confirmSession, (app, { actor, body }) => confirmSession(app, actor, body.password)),
  bind(credentials.listSessions, (app, { actor }) => getSessions(app, actor)),
  bind(credentials.endSession, (app, { actor, params }) => endOwnSession(app, actor, params.id)),
  bind(credentials.changePassword, (app, { actor, body }) => changePassword(app, actor, body)),
  bind(credentials.requestPasswordReset, (app, { body }) => requestReset(app, body.email)),
  bind(credentials.confirmPasswordReset, (app, { body, origin }) => resetPassword(app, body, origin)),
  bind(credentials.activateAccount, (app, { body, origin }) => activateAccount(app, body, origin)),
  bind(credentials.renewActivation, (app, { body }) => requestActivation(app, body.token)),
  bind(credentials.requestContactCode, (app, { actor, body }) => requestContactCode(app, actor, body.kind)),
  bind(credentials.confirmContactCode, (app, { actor, body }) => confirmContactCode(app, actor, body)),
]

const profileRoutes = [
  bind(accounts.getProfile, (app, { actor }) => getSessionUser(app, actor.userId)),
  bind(profile.updateProfile, (app, { actor, body }) => updateProfile(app, actor, body)),
  bind(profile.updateProfileImage, (app, { actor, body, files }) =>
    changeProfileImage(app, actor, { file: files.profileImage, address: body.profileImage }),
  ),
  bind(profile.cancelContactChange, (app, { actor, params }) => cancelContactChange(app, actor, params.kind)),
]

export const routes = [
  ...profileRoutes,
  ...credentialsRoutes,
  ...googleRoutes,
  bind(accounts.login, (app, { body, origin }) => signIn(app, body, origin)),
  bind(accounts.register, (app, { body, files, origin }) => register(app, body, files.profileImage, origin)),
  bind(accounts.logout, (app, { actor }) => signOut(app, actor)),
]

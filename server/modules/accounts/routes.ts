import { getProfile, login, logout, register as registerEndpoint } from '#contract/accounts.ts'
import { bind } from '#server/http/bound.ts'
import { getSessionUser } from './queries.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const routes = [
  bind(login, (app, { body, origin }) => signIn(app, body, origin)),
  bind(registerEndpoint, (app, { body, files, origin }) => register(app, body, files.profileImage, origin)),
  bind(logout, (app, { actor }) => signOut(app, actor)),
  bind(getProfile, (app, { actor }) => getSessionUser(app, actor.userId)),
]

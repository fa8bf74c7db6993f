import { cleanup, screen, waitFor } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import type { LoginResponse } from '#contract/accounts/accounts.ts'
import { brand } from '#contract/platform/brand.ts'
import { areas, outerAreas, type Who } from '#contract/api/areas.ts'
import { paths } from '#contract/api/paths.ts'
import { screenList, type Screen } from '#contract/platform/screens.ts'
import { expireSession, signIn } from '#web/api/session.ts'
import { mayEnter } from '#web/shell/session/screen-access.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'
import { innerScreens } from './signed-in-screens.ts'
import { outerScreens, routes } from './routes.tsx'

const screenFiles = { ...outerScreens, ...innerScreens }

const ROLES = ['CLIENT', 'SCANNER', 'RRPP', 'COMERCIAL', 'ORGANIZATOR', 'admin', 'GOD_ADMIN'] as const
const example = ({ path }: Screen) =>
  path.replace(':tema', 'puerta').replaceAll(/:\w+/g, '01990000-0000-7000-8000-0000000000e1')

/** All access conditions of a screen: its area's and its own. */
function askedBy({ area, who }: Screen): Who[] {
  const frame = areas[outerAreas[area] ?? area]
  return [...('who' in frame ? [frame.who] : []), ...(who === undefined ? [] : [who])]
}

test('every screen that is built has its file, every such file its screen, and each exports one', async () => {
  const named = new Set(screenList.flatMap(({ file }) => file ?? []))
  const built = Object.keys(screenFiles).map((path) => path.slice('./areas/'.length, -'.tsx'.length))
  expect(built.toSorted()).toEqual([...named].toSorted())
  for (const load of Object.values(screenFiles)) expect(await load()).toHaveProperty('Component')
})

test('no address is another’s too', () => {
  const shapes = screenList.map(({ path }) => path.replaceAll(/:\w+/g, ':'))
  expect(new Set(shapes).size).toBe(shapes.length)
})

/** What the guards of an address answer to who is signed in: 403, the redirect to sign in, or nothing. */
async function refusalAt(address: string): Promise<Response | null> {
  const request = new Request(new URL(address, location.origin))
  const guards = (matchRoutes(routes, address) ?? []).flatMap(({ route }) => route.middleware ?? [])
  try {
    for (const guard of guards) await guard({ request } as never, () => Promise.resolve({})) // guards read the request alone
    return null
  } catch (refusal) {
    if (refusal instanceof Response) return refusal
    throw refusal
  }
}

const isFor = (each: Screen, login: LoginResponse) =>
  askedBy(each).every((who) => who === 'signedIn' || mayEnter(login, who))

const guarded = screenList.filter((each) => askedBy(each).length > 0)

test.each(guarded.map((each) => [each.path, each] as const))('%s is for whom the register says', async (_, each) => {
  expireSession()
  expect((await refusalAt(example(each)))?.headers.get('location')).toBe(paths.login())
  for (const login of [...ROLES.map((role) => loginAnswer(role)), loginAnswer('GOD_ADMIN', { permission: 'legal' })]) {
    await signIn(login)
    const who = login.permission ?? login.role
    expect((await refusalAt(example(each)))?.status ?? 'enters', who).toBe(isFor(each, login) ? 'enters' : 403)
  }
  expireSession()
})

const firstOfAreas = [...new Map(guarded.toReversed().map((each) => [each.area, each])).values()]

test.each(firstOfAreas.map((each) => [each.area, each] as const))(
  'a screen of %s sends a visitor to sign in, and says to others that it is not theirs',
  async (_, each) => {
    const { router } = await openScreen(example(each))
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.login()))
    const stranger = ROLES.find((role) => !isFor(each, loginAnswer(role)))
    if (!stranger) return
    cleanup()
    await openScreen(example(each), { as: stranger })
    expect(screen.getByText('Esta sección no es para tu cuenta')).toBeTruthy()
  },
)

/** What is not built has the title of that; an event and a company are called by their names; the last one goes on at once. */
const hasOtherTitle = ({ path, file }: Screen) =>
  !file || /^\/(evento|organizacion)\/|^\/organizador\/documentacion\/|^\/login\/success/.test(path)
const drawn = screenList.filter(({ movedTo }) => !movedTo)

test.each(drawn.map((each) => [each.path, each] as const))('%s opens and gives the tab its name', async (_, each) => {
  const isOpen = each.area === 'public' && askedBy(each).length === 0
  const role = isOpen ? undefined : ROLES.find((name) => isFor(each, loginAnswer(name)))
  const { router } = await openScreen(example(each), role && { as: role })
  expect(screen.queryByText('Esta sección no es para tu cuenta')).toBeNull()
  if (!each.path.startsWith('/login/success')) expect(router.state.location.pathname).toBe(example(each))
  if (hasOtherTitle(each)) return
  expect(document.title).toBe(`${each.title} · ${brand.name}`)
})

test('what a screen called the tab goes with it', async () => {
  const { router } = await openScreen('/no-hay-nada-aca')
  expect(document.title).toBe(`No encontramos esta página · ${brand.name}`)
  await router.navigate('/terms')
  await waitFor(() => expect(document.title).toBe(`Términos de uso · ${brand.name}`))
})

import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { brand } from '#contract/brand.ts'
import { areas, outerAreas, type Who } from '#contract/areas.ts'
import { screenList, type Screen } from '#contract/screens.ts'
import { mayEnter } from '#web/shell/session/entrance.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'
import { innerScreens } from './inner-screens.ts'
import { outerScreens } from './routes.tsx'

const screenFiles = { ...outerScreens, ...innerScreens }

const ROLES = ['CLIENT', 'SCANNER', 'RRPP', 'COMERCIAL', 'ORGANIZATOR', 'admin', 'GOD_ADMIN'] as const
const example = ({ path }: Screen) => path.replaceAll(/:\w+/g, '01990000-0000-7000-8000-0000000000e1')

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

const guarded = screenList.filter((each) => askedBy(each).length > 0)

test.each(guarded.map((each) => [each.path, each] as const))('%s sends a visitor to sign in', async (_, each) => {
  const { router } = await openScreen(example(each))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

test.each(guarded.map((each) => [each.path, each] as const))('%s is for whom the register says', async (_, each) => {
  for (const role of ROLES) {
    const login = loginAnswer(role)
    const isTheirs = askedBy(each).every((who) => who === 'signedIn' || mayEnter(login, who))
    const { router } = await openScreen(example(each), { as: login })
    expect(screen.queryByText('Esta sección no es para tu cuenta') === null, role).toBe(isTheirs)
    if (isTheirs && !each.movedTo) expect(router.state.location.pathname).toBe(example(each))
    cleanup()
  }
})

const named = screenList.filter(
  // An event's and a company's is called by what it shows; this one goes on at once.
  ({ path, file, area }) => file && area !== 'god' && !/^\/(evento|organizacion)\/|^\/login\/success/.test(path),
)

test.each(named.map((each) => [each.path, each] as const))('%s gives the tab its name', async (_, each) => {
  const as = each.area === 'client' ? 'CLIENT' : 'ORGANIZATOR'
  await openScreen(example(each), each.area === 'public' ? {} : { as })
  expect(document.title).toBe(`${each.title} · ${brand.name}`)
})

test('what a screen called the tab goes with it', async () => {
  const { router } = await openScreen('/no-hay-nada-aca')
  expect(document.title).toBe(`No encontramos esta página · ${brand.name}`)
  await router.navigate('/terms')
  await waitFor(() => expect(document.title).toBe(`Términos de uso · ${brand.name}`))
})

import { expect, test } from 'vitest'
import { createClock } from '#server/shared/clock.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { createSessions, type SessionActor } from './authenticate.ts'

const actor: SessionActor = {
  userId: 'person-1',
  sessionId: 'one',
  name: 'Alguien',
  roles: ['CLIENT'],
  role: 'CLIENT',
  companyId: null,
  companyRole: null,
  eventRoles: [],
  impersonatorId: null,
  isConfirmed: false,
}

/** Sessions over look-ups that the test answers, in their order. */
function opened() {
  const asked: ((answer: SessionActor | null) => void)[] = []
  const processCache = createProcessCache(createClock())
  const lookUp = () => new Promise<(SessionActor | null)[]>((resolve) => asked.push((answer) => resolve([answer])))
  return { asked, processCache, sessions: createSessions(lookUp, processCache) }
}

test('what was read before a change of rights is not remembered after it', async () => {
  const { asked, processCache, sessions } = opened()
  const early = sessions.find('token')
  await expect.poll(() => asked.length).toBe(1)
  sessions.forgetUser('person-1')
  asked[0]?.(actor)
  expect(await early).toEqual(actor)
  const late = sessions.find('token')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.(null)
  expect([await late, await sessions.find('token')]).toEqual([null, null])
  expect(asked).toHaveLength(2)
  processCache.close()
})

test('one that must be confirmed is asked again while it is remembered otherwise, and else is not', async () => {
  const { asked, processCache, sessions } = opened()
  const mustBeConfirmed = { mustBeConfirmed: true }
  const first = sessions.find('token')
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.(actor)
  expect([await first, await sessions.find('token')]).toEqual([actor, actor])
  const again = sessions.find('token', mustBeConfirmed)
  await expect.poll(() => asked.length).toBe(2)
  const confirmed = { ...actor, isConfirmed: true }
  asked[1]?.(confirmed)
  expect([await again, await sessions.find('token', mustBeConfirmed)]).toEqual([confirmed, confirmed])
  expect(asked).toHaveLength(2)
  processCache.close()
})

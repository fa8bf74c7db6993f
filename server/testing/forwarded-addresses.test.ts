/** Threat 33: what callers write of where they come from changes neither audit rows nor sessions nor limits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import type { TrustedProxies } from '#server/shared/trusted-proxies.ts'
import { createTestApp, someAddress, type TestApp } from './app.ts'

const [NEAR, FAR] = ['10.0.0.1', '10.0.0.2']
const CHAINS = ['', ...Array.from({ length: 6 }, (_, n) => Array.from({ length: n + 1 }, someAddress).join(', '))]

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let people = 0
async function registerFrom(web: TestApp, ip: string, forwarded: string) {
  people += 1
  const body = {
    name: 'Nadia Sosa',
    password: 'una-clave-larga',
    mail: `nadia-${people}@previa.example`,
    phone: `+5493515${610_000 + people}`,
    birthDate: '1995-04-12',
  }
  const { id } = await web.call(register, { body }, { ip, headers: { 'x-forwarded-for': forwarded } })
  const audit = await web.app.db.selectFrom('audit_rows').select('ip').where('object_id', '=', id).execute()
  const sessions = await web.app.db.selectFrom('sessions').select('ip').where('user_id', '=', id).execute()
  return [...audit, ...sessions].map((row) => row.ip)
}

describe.each<[string, TrustedProxies, readonly string[]]>([
  ['direct', null, []],
  ['direct, with proxies elsewhere', { networks: ['10.0.0.0/24'] }, []],
  ['behind one', { hops: 1 }, [NEAR]],
  ['behind one of a network', { networks: ['10.0.0.0/24'] }, [NEAR]],
  ['behind two', { hops: 2 }, [FAR, NEAR]],
  ['behind two of a network', { networks: ['10.0.0.0/24'] }, [FAR, NEAR]],
])('%s', (_, trustedProxies, proxies) => {
  test('an invented chain of any length is stored nowhere', async () => {
    const web = await createTestApp({ sharing: server, config: { trustedProxies } })
    try {
      for (const chain of CHAINS) {
        const caller = someAddress()
        // Each proxy adds its caller's address; the last one is the socket's.
        const [socket = caller, ...named] = [caller, ...proxies].toReversed()
        const forwarded = [chain, ...named.toReversed()].filter((part) => part !== '').join(', ')
        expect(await registerFrom(web, socket, forwarded)).toEqual([caller, caller])
      }
    } finally {
      await web.close()
    }
  })
})

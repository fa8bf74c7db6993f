import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { announcement } from './announce.ts'

test('the addresses that a start prints are pages that open', () => {
  const simulators = { 'mercado-pago': 'http://127.0.0.1:9', google: 'http://127.0.0.1:9' }
  const said = announcement({ ...readConfig({}), publicUrl: 'http://localhost:3000', simulators }, [])
  const paths = [...said.matchAll(/http:\/\/localhost:3000(\S*)/g)].map(([, path]) => path)
  expect(paths).toEqual(['', '/api/docs', '/dev/inbox', '/simulador/mercado-pago/'])
})

test('a start whose demo still loads says so', () => {
  const loading = 'La historia de ventas todavía se está cargando'
  expect(announcement(readConfig({}), [], { isDemoLoading: true })).toContain(loading)
  expect(announcement(readConfig({}), [])).not.toContain(loading)
})

test('a production says whose word it takes on where callers come from', () => {
  const production = { ...readConfig({}), mode: 'production' } as const
  expect(announcement(production, [])).toContain('TRUST_PROXY no está')
  expect(announcement({ ...production, trustedProxies: { hops: 2 } }, [])).toContain('2 proxy(s) propios')
  expect(announcement({ ...production, trustedProxies: { networks: ['10.0.0.0/8'] } }, [])).toContain('de 10.0.0.0/8')
  expect(announcement(readConfig({}), [])).not.toContain('proxy')
})

test('a production says which data of its operator receipts will miss', () => {
  const none = { legalName: null, cuit: null, vatCondition: null, address: null, isExample: false }
  const production = { ...readConfig({}), mode: 'production', platform: none } as const
  expect(announcement(production, [])).toContain(
    'Sin informar: razón social, CUIT, condición frente al IVA, domicilio fiscal',
  )
  const platform = {
    ...none,
    legalName: 'Previa S.A.',
    cuit: '30703088534',
    vatCondition: 'exento',
    address: 'CABA',
  } as const
  expect(announcement({ ...production, platform }, [])).not.toContain('Sin informar')
})

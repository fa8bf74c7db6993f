import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ConfigError, envExample, readConfig } from './config.ts'

const key = Buffer.alloc(32, 7).toString('base64')

test('.env.example is the one that the variables make', async () => {
  expect(await readFile(new URL('../.env.example', import.meta.url), 'utf8')).toBe(envExample())
})

test('every wrong value is named, with what is expected', () => {
  const wrong = { PORT: 'tres mil', PUBLIC_URL: 'previa', PREVIA_MASTER_KEY: 'corta', DATABASE_URL: 'mysql://x' }
  try {
    readConfig(wrong)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    for (const name of Object.keys(wrong)) expect(String(error)).toContain(name)
  }
})

test('production does not start without its key, nor with half of a vendor', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/PREVIA_MASTER_KEY/)
  expect(() => readConfig({ NODE_ENV: 'production', PREVIA_MASTER_KEY: key, MP_CLIENT_ID: '1' })).toThrow(
    /MP_CLIENT_SECRET/,
  )
})

test('a database of its own makes it production; demo listens on loopback unless asked', () => {
  const environment = { PREVIA_MASTER_KEY: key }
  expect(readConfig({ ...environment, DATABASE_URL: 'postgres://localhost/previa' }).mode).toBe('production')
  expect(readConfig(environment).host).toBe('127.0.0.1')
  expect(readConfig(environment, ['--lan']).host).toBe('0.0.0.0')
})

test('the operator is an example in the demo alone, and what is not configured in production stays missing', () => {
  expect(readConfig({ PREVIA_MASTER_KEY: key }).platform).toMatchObject({ cuit: '30000000007', isExample: true })
  const given = { PREVIA_MASTER_KEY: key, PLATFORM_CUIT: '30-70308853-4' }
  expect(readConfig(given).platform).toMatchObject({ legalName: null, cuit: '30703088534', isExample: false })
  const production = readConfig({ PREVIA_MASTER_KEY: key, DATABASE_URL: 'postgres://localhost/previa' })
  expect(production.platform).toEqual({
    legalName: null,
    cuit: null,
    vatCondition: null,
    address: null,
    isExample: false,
  })
})

test('a setting that trusts every forwarded address is refused', () => {
  expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow(
    /TRUST_PROXY: se espera cuántos proxies propios hay delante, por ejemplo 1/,
  )
  expect(readConfig({ PREVIA_MASTER_KEY: key }).trustedProxies).toBeNull()
  expect(readConfig({ PREVIA_MASTER_KEY: key, TRUST_PROXY: '1' }).trustedProxies).toEqual({ hops: 1 })
  expect(readConfig({ PREVIA_MASTER_KEY: key, TRUST_PROXY: '10.0.0.0/8' }).trustedProxies).toEqual({
    networks: ['10.0.0.0/8'],
  })
})

test('the examples of .env.example are taken as they stand', () => {
  const examples = envExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)
  const environment = Object.fromEntries([...examples].map(([, name, value]) => [name, value]))
  const config = readConfig({ ...environment, PREVIA_MASTER_KEY: key })
  expect(config).toMatchObject({ port: 3000, webProcesses: 1, trustedProxies: { hops: 1 }, isUnderMaintenance: false })
})

test.each([
  ['PORT', '65536', 'un número de 0 a 65535'],
  ['MAINTENANCE', 'sí', 'true o false'],
  ['LOG_LEVEL', 'verbose', 'debug, info, warn, error, silent'],
  ['WEB_PROCESSES', '0', 'un número de 1 a 64'],
  ['PLATFORM_CUIT', '30-00000000-8', 'un CUIT, por ejemplo 30-00000000-7: 11 números, el último de control'],
  ['PLATFORM_VAT_CONDITION', 'ninguna', 'responsable_inscripto, monotributo, exento, no_alcanzado'],
  ['METRICS_TOKEN', 'corto', 'al menos 16 caracteres'],
  ['MP_BASE_URL', 'api.mercadopago.com', 'una dirección completa, por ejemplo https://previa.example'],
])('%s=%s: se espera %s', (name, value, expected) => {
  expect(() => readConfig({ PREVIA_MASTER_KEY: key, [name]: value })).toThrow(`${name}: se espera ${expected}`)
})

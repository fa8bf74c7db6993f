import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createLogger, type Logger } from './logger.ts'

function logged(write: (logger: Logger) => void, pretty = false): string {
  let text = ''
  write(createLogger({ level: 'debug', pretty, destination: { write: (line) => void (text += line) } }))
  return text
}

const secrets = {
  phone: '+5491123456789',
  mail: 'josefina@gmail.com',
  password: 'Clave-secreta-1',
  token: 'tok-XXXXXXXX',
  authorization: 'Bearer abc.def',
  ticketCode: 'NCF0*5%$'.repeat(17).slice(0, 132),
}

test('fields are hidden by name at any depth, in lists and in children', () => {
  const text = logged((logger) => {
    logger.info({ user: { ...secrets, list: [{ userPhone: secrets.phone, accessToken: secrets.token }] } }, 'made')
    logger.child({ mail: secrets.mail, requestId: 'r1' }).warn({ headers: { Cookie: 'sid=1', 'X-Api-Key': 'k-123' } })
  })
  for (const secret of [...Object.values(secrets), 'sid=1', 'k-123']) expect(text).not.toContain(secret)
  expect(text).toContain('"requestId":"r1"')
  expect(text).toContain('"msg":"made"')
})

test('personal data inside texts and errors is cut out', () => {
  const error = Object.assign(
    new Error(`Key (phone)=(${secrets.phone}) of ${secrets.mail} at /x?token=${secrets.token}`),
    {
      code: '23505',
      detail: `Key (mail)=(${secrets.mail}) already exists`,
      constraint: 'users_phone_key',
      cause: Object.assign(new Error(`Authorization: Bearer ${secrets.token}`), {
        config: { password: secrets.password },
      }),
    },
  )
  const text = logged((logger) => {
    logger.error({ err: error }, `failed for ${secrets.mail}`)
    logger.info(
      { url: `https://a.example/b?c=${secrets.token}#d` },
      `GET /event?userPhone=%2B54911&x=${secrets.token} 200`,
    )
    logger.info(`scanned ${secrets.ticketCode} at the door`)
    logger.info(`opened /entrada/${secrets.token}`)
    logger.info(`mailed https://a.example/reset-password#token=${secrets.token}`)
    for (const mark of ['%23token=', '%2523token=', '%23token%3D', '#token%253D'])
      logger.info(`asked for /reset-password${mark}${secrets.token}`)
  })
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  expect(text).toContain('23505')
  expect(text).toContain('users_phone_key')
  expect(text).toContain('GET /event?[…] 200')
  expect(text).toContain('/reset-password#token=[oculto]')
  for (const line of text.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
})

test('ids, amounts and instants stay readable', () => {
  const line = logged((logger) =>
    logger.info({
      eventId: '0197f2b0-1111-7abc-8def-0123456789ab',
      totalCents: 3_960_000,
      ms: 12.5,
      at: '2026-11-21T04:13:22.123Z',
    }),
  )
  expect(JSON.parse(line)).toMatchObject({
    level: 30,
    eventId: '0197f2b0-1111-7abc-8def-0123456789ab',
    totalCents: 3_960_000,
    ms: 12.5,
    at: '2026-11-21T04:13:22.123Z',
  })
})

test('development reads one line, hidden alike, with the stack below', () => {
  const text = logged((logger) => {
    logger.warn({ orderId: 'o1', count: 2, phone: secrets.phone }, 'late')
    logger.error({ err: new Error(`no ${secrets.mail}`) }, 'broke')
  }, true)
  const [first, second] = text.split('\n')
  expect(first).toMatch(/^\d\d:\d\d:\d\d WARN {2}late orderId=o1 count=2 phone=\[oculto\]$/)
  expect(second).toMatch(/^\d\d:\d\d:\d\d ERROR broke$/)
  expect(text).toContain('Error: no [mail]')
  expect(text).toContain('logger.test.ts')
})

test('circles and bytes do no harm', () => {
  const circle: Record<string, unknown> = { name: 'a', bytes: new Uint8Array(3) }
  circle['self'] = circle
  expect(logged((logger) => logger.info({ circle }))).toContain('[3 bytes]')
})

test('what was logged just before the process ends is written', () => {
  const module = new URL('logger.ts', import.meta.url)
  const program = `import { createLogger } from '${module.href}'
    const logger = createLogger({ level: 'info', pretty: false })
    logger.info('first')
    logger.info('last')
    process.exit(0)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg),
  ).toEqual(['first', 'last'])
})

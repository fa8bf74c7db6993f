import { expect, test } from 'vitest'
import { linkTokenOf, mendLinkAddress } from './link-address.ts'

const TICKET = 'a1B2-c3_'.repeat(6).slice(0, 43)

test.each([
  ['/reset-password%23token=a1B2-c3_', '/reset-password#token=a1B2-c3_'],
  ['/reset-password%2523token=a1B2', '/reset-password#token=a1B2'],
  ['/reset-password%252523token%25253Da1B2', '/reset-password#token=a1B2'],
  ['/reset-password/%23token=a1B2', '/reset-password/#token=a1B2'],
  ['/activate-account%23token%3Da1B2', '/activate-account#token=a1B2'],
  ['/activate-account#token%3Da1B2', '/activate-account#token=a1B2'],
  ['/activate-account##token=a1B2', '/activate-account#token=a1B2'],
  ['/activate-account%3Ftoken=a1B2', '/activate-account#token=a1B2'],
  ['/activate-account?utm_source=mail%23token=a1B2', '/activate-account?utm_source=mail#token=a1B2'],
  ['/devolucion/7M4Q2-KZC9D%23token=una.ficha', '/devolucion/7M4Q2-KZC9D#token=una.ficha'],
  ['/cambio/abc%23token=una.ficha?utm_source=mail#x', '/cambio/abc#token=una.ficha'],
  ['/login/success%23code=a1B2&purpose=confirm', '/login/success#code=a1B2&purpose=confirm'],
  [`/entrada/${TICKET}%3Futm_source=mail`, `/entrada/${TICKET}`],
  [`/entrada/${TICKET}%2523`, `/entrada/${TICKET}`],
  [`/entrada/${TICKET}).`, `/entrada/${TICKET}`],
  [`/entrada/${TICKET}~${TICKET}).`, `/entrada/${TICKET}~${TICKET}`],
  [`/entrada/${TICKET}~`, `/entrada/${TICKET}`],
  [`/entrada/${TICKET}_`, `/entrada/${TICKET}`],
  ['/evento/fiesta-lunar-7).', '/evento/fiesta-lunar-7'],
  ['/evento/fiesta-lunar-7%C2%BB,', '/evento/fiesta-lunar-7'],
  ['/evento/fiesta-lunar-7*?rrpp=LAUTI', '/evento/fiesta-lunar-7?rrpp=LAUTI'],
  ['/evento/019a9d3e-0000-7000-8000-000000000000,', '/evento/019a9d3e-0000-7000-8000-000000000000'],
  ['/organizacion/club-central.', '/organizacion/club-central'],
  ['/sorteo/019a9d3e-0000-7000-8000-000000000000!', '/sorteo/019a9d3e-0000-7000-8000-000000000000'],
  ['/devolucion/7M4Q2-KZC9D.', '/devolucion/7M4Q2-KZC9D'],
  ['/eventos).', '/eventos'],
  ['/).', '/'],
  ...['.', ')', ',', '!', '*', '_', '"', '»', '…', '\u200b', '🎉', '❤️', ').', ' '].flatMap(
    (sign): [string, string][] => [
      [`/evento/7?rrpp=LAUTI${encodeURIComponent(sign)}`, '/evento/7?rrpp=LAUTI'],
      [`/evento/7?rrpp=LAUTI&codigo=NOCHE-20${sign}`, '/evento/7?rrpp=LAUTI&codigo=NOCHE-20'],
      [`/evento/fiesta-lunar-7${encodeURIComponent(sign)}`, '/evento/fiesta-lunar-7'],
    ],
  ),
  ['/evento/7?rrpp=LAUTI.&fbclid=x.', '/evento/7?rrpp=LAUTI&fbclid=x.'],
  [
    '/buy-ticket?eventId=019a9d3e-0000-7000-8000-000000000000).',
    '/buy-ticket?eventId=019a9d3e-0000-7000-8000-000000000000',
  ],
])('%s is mended', (mangled, mended) => {
  expect(mendLinkAddress(mangled)).toBe(mended)
  expect(mendLinkAddress(mended)).toBe(mended)
})

test.each([
  '/',
  '/reset-password',
  '/reset-password?token=a1B2',
  '/reset-password#token=a%20b',
  '/reset-password%23otra',
  '/reset-password%23token%ZZ=a',
  '/organizacion/Club%20%231',
  '/organizacion/Club%23token=1',
  '/eventos?search=%23token%3D1',
  '/eventos?search=hola!',
  '/evento/7?rrpp=LAUTI&codigo=Noche%2020',
  '/evento/7?codigo=NOCHE-20#entradas.',
  '/organizacion/Pe%C3%B1a',
  '/inicio/',
  `/entrada/${TICKET}`,
  `/entrada/${TICKET}~${TICKET}`,
  `/entrada/${TICKET}%7E${TICKET}`,
  `/entrada/${TICKET}?utm_source=mail`,
  '/devolucion#preguntas',
  '/devolucion/7M4Q2-KZC9D',
])('%s stays', (address) => expect(mendLinkAddress(address)).toBe(address))

test.each([
  ['#token=a1B2-c3', '', 'a1B2-c3'],
  // WhatsApp's italics; none of our tokens ends so.
  ['#token=a1B2-c3_', '', 'a1B2-c3'],
  ['#token=una.ficha-1', '', 'una.ficha-1'],
  ['#token=a1B2).', '', 'a1B2'],
  ['#token=una.ficha.', '', 'una.ficha'],
  ['#token=a1B2%3E', '', 'a1B2'],
  ['#token=%20a1B2%C2%A0', '', 'a1B2'],
  ['#token=a1B2&utm_source=mail', '', 'a1B2'],
  ['', '?token=a1B2', 'a1B2'],
  ['#token=', '?token=a1B2', 'a1B2'],
  ['#token=).', '', null],
  ['', '', null],
])('%s%s has the token %s', (hash, search, token) => expect(linkTokenOf({ hash, search })).toBe(token))

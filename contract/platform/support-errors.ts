/** Failures that the web reports: enough to find them, without personal data. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { screenList } from './screens.ts'
import { line, shorten } from '#contract/values/text.ts'

/** A screen that could not be drawn, and what failed outside of any. */
export const CLIENT_ERROR_KINDS = ['screen', 'window'] as const
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number]

const MAX_MESSAGE = 200
export const MAX_FRAMES = 8
/** Of no screen of the register. */
export const NO_SCREEN = '*'

const frame = line({ max: 120 }).check(z.regex(/^[\w.@/-]+\.m?[jt]sx?:\d{1,7}:\d{1,7}$/))

export const reportClientError = endpoint({
  method: 'POST',
  path: '/api/v1/client-error',
  summary: 'La web avisa que algo suyo falló, sin datos de nadie',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 10, seconds: 3600 },
  body: z.object({
    kind: z.enum(CLIENT_ERROR_KINDS),
    message: line({ max: MAX_MESSAGE }),
    /** The pattern of the screen, never the address. */
    screen: z.enum([NO_SCREEN, ...screenList.map(({ path }) => path)]),
    /** Of the program that ran: the name of its first file. */
    build: line({ max: 60 }).check(z.regex(/^([\w.-]+\.[jt]sx?)?$/)),
    /** `file:line:column`, the innermost first. */
    frames: z.array(frame).check(z.maxLength(MAX_FRAMES)),
  }),
  response: 'empty',
  failures: [],
})

/** Scripts of ours are known by their name; any other address may carry a secret. */
const ADDRESS = /(?:https?:\/\/|\/(?=[\w-]+\/))[^\s'"`)]+/g
const MAIL = /[^\s'"`<>]+@[^\s'"`<>]+/g
/** Long words with a figure in them: tokens, codes, ids. */
const TOKEN = /(?=[\w.~+=-]*\d)[\w.~+=-]{16,}/g
const NUMBER = /\+?\d[\d\s().-]{2,}\d|\d{3,}/g

/** Removes possible personal data from a message: mails, numbers, tokens, addresses. */
export function withoutPersonalData(message: string): string {
  const kept: string[] = []
  const cut = message
    .replaceAll(ADDRESS, (address) => {
      const file = /\/assets\/([\w.-]+\.js)$/.exec(address)?.[1]
      return file === undefined ? '[address]' : `\u0000${kept.push(file) - 1}\u0000`
    })
    .replaceAll(MAIL, '[mail]')
    .replaceAll(TOKEN, '[token]')
    .replaceAll(NUMBER, '[number]')
    // oxlint-disable-next-line no-control-regex -- the marks set above
    .replaceAll(/\u0000(\d+)\u0000/g, (_, place: string) => kept[Number(place)] ?? '')
  return shorten(cut, MAX_MESSAGE)
}
